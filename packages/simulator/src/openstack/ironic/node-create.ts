import { z } from 'zod';
import { newNode } from '../../world/furnish.ts';
import type { SimNode } from '../../world/model.ts';
import { noConductor, Refusal } from '../../world/refusal.ts';
import type { Caller } from '../keystone/caller.ts';
import { requireVersion } from './fields.ts';
import { seesAll } from './policy.ts';
import type { IronicService } from './service.ts';

export const DRIVERS = ['fake-hardware', 'redfish'];

const interfaces = Object.fromEntries(
  'bios boot console deploy firmware inspect management network power raid rescue storage vendor'
    .split(' ')
    .map((name) => [`${name}_interface`, z.string().nullish()]),
);
const object = z.record(z.string(), z.unknown()).nullish();
const text = z.string().nullish();
const newNodeSchema = z.strictObject({
  uuid: z.guid().nullish(),
  name: text,
  driver: z.string(),
  driver_info: object,
  properties: object,
  extra: object,
  instance_info: object,
  instance_uuid: z.guid().nullish(),
  resource_class: z.string().max(80).nullish(),
  conductor_group: text,
  owner: text,
  lessee: text,
  shard: text,
  description: z.string().max(4096).nullish(),
  automated_clean: z.boolean().nullish(),
  retired: z.boolean().nullish(),
  retired_reason: text,
  maintenance: z.boolean().nullish(),
  chassis_uuid: text,
  network_data: object,
  ...interfaces,
});

/** Makes the node that the body of `POST /v1/nodes` describes. Throws a Refusal, and makes nothing, for a bad one. */
export function createNode(service: IronicService, caller: Caller, minor: number, body: unknown): SimNode {
  const { world } = service;
  const parsed = newNodeSchema.safeParse(body);
  if (!parsed.success) {
    throw new Refusal(400, `Schema error for node: ${complaint(parsed.error)}`);
  }
  const input = parsed.data;
  requireVersion(Object.keys(input), minor);
  if (!DRIVERS.includes(input.driver) || !world.conductorAlive) {
    throw noConductor(input.driver, input.conductor_group ?? '', 400);
  }
  if (input.uuid && world.nodes.has(input.uuid))
    throw new Refusal(409, `A node with UUID ${input.uuid} already exists.`);
  if (input.name && world.findNode(input.name) !== undefined) {
    throw new Refusal(409, `A node with name ${input.name} already exists.`);
  }
  const node = newNode(world, input.uuid ?? world.newUuid(), input.name ?? null);
  node.driver = input.driver;
  node.driver_info = input.driver_info ?? {};
  node.properties = input.properties ?? {};
  node.extra = input.extra ?? {};
  node.instance_info = input.instance_info ?? {};
  node.instance_uuid = input.instance_uuid ?? null;
  node.resource_class = input.resource_class ?? null;
  node.conductor_group = input.conductor_group?.toLowerCase() ?? '';
  node.owner = ownerFor(service, caller, input.owner ?? null);
  node.lessee = input.lessee ?? null;
  node.shard = input.shard ?? null;
  node.description = input.description ?? null;
  node.automated_clean = input.automated_clean ?? null;
  node.retired = input.retired ?? false;
  node.retired_reason = input.retired_reason ?? null;
  node.maintenance = input.maintenance ?? false;
  // Before 1.11 a new node skipped enrolment.
  if (minor < 11) node.provision_state = 'available';
  world.nodes.set(node.uuid, node);
  return node;
}

/** A project's node is its own, and it may not be given away when it is made; without Keystone there is nobody to give it. */
function ownerFor(service: IronicService, caller: Caller, owner: string | null): string | null {
  if (caller.unscoped !== true && seesAll(caller, service.settings)) return owner;
  if (owner !== null && owner !== caller.projectId) {
    throw new Refusal(400, 'Cannot create a node as a project scoped admin with an owner other than your own project.');
  }
  return caller.projectId;
}

function complaint(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue?.code !== 'unrecognized_keys') return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`;
  const names = issue.keys.map((key) => `'${key}'`).join(', ');
  return `Additional properties are not allowed (${names} ${issue.keys.length === 1 ? 'was' : 'were'} unexpected)`;
}
