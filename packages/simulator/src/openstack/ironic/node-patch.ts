import { z } from 'zod';
import type { SimNode } from '../../world/model.ts';
import { noConductor, nodeLocked, Refusal } from '../../world/refusal.ts';
import type { World } from '../../world/world.ts';

const PATCHABLE =
  'automated_clean bios_interface boot_interface chassis_uuid conductor_group console_interface deploy_interface description driver driver_info extra inspect_interface instance_info instance_uuid lessee maintenance management_interface name network_data network_interface owner power_interface properties protected protected_reason raid_interface rescue_interface resource_class retired retired_reason shard storage_interface vendor_interface'.split(
    ' ',
  );
/** States in which a node may be changed although it has a target. */
const CHANGEABLE = new Set(
  'deploy failed,inspecting,inspect failed,inspect wait,clean failed,error,verifying,adopt failed,rescue failed,unrescue failed,service failed'.split(
    ',',
  ),
);
const CLASS_STATES = new Set(['enroll', 'manageable', 'inspecting', 'available']);

const operationSchema = z.object({
  op: z.enum(['add', 'replace', 'remove', 'test']),
  path: z.string().regex(/^\/.+/),
  value: z.unknown().optional(),
});
export type PatchOperation = z.infer<typeof operationSchema>;

/** Parses the body of a PATCH. Throws 400 for one that is not a list of JSON-patch operations. */
export function parsePatch(body: unknown): PatchOperation[] {
  const parsed = z.array(operationSchema).safeParse(body);
  if (!parsed.success)
    throw new Refusal(400, `Schema error for patch: ${parsed.error.issues[0]?.message ?? 'invalid'}`);
  for (const { path } of parsed.data) {
    if (!PATCHABLE.includes(fieldOf(path))) {
      throw new Refusal(400, `Cannot patch ${path}. Only the following can be updated: ${PATCHABLE.join(', ')}`);
    }
  }
  return parsed.data;
}

/** Applies a patch to a node, with the checks that the API and the conductor make. Throws a Refusal and changes nothing. */
export function applyPatch(world: World, node: SimNode, patch: readonly PatchOperation[]): void {
  if (!world.conductorAlive) throw noConductor(node.driver, node.conductor_group, 400);
  const frees = patch.length === 1 && patch[0]?.op === 'remove' && patch[0].path === '/instance_uuid';
  if (!(node.maintenance && frees)) {
    if (node.target_provision_state !== null && !CHANGEABLE.has(node.provision_state)) {
      throw new Refusal(409, `Node ${node.uuid} can not be updated while a state transition is in progress.`);
    }
    if (node.reservation !== null) throw nodeLocked(node.uuid, node.reservation);
  }
  const changed = structuredClone({ ...node, hidden: undefined });
  const document: Record<string, unknown> = changed;
  for (const operation of patch) applyOperation(document, operation, node.uuid);
  checkConsequences(world, node, changed);
  delete document.hidden;
  Object.assign(node, document, { updated_at: world.time() });
}

function applyOperation(document: Record<string, unknown>, operation: PatchOperation, uuid: string): void {
  const [field = '', ...rest] = operation.path.slice(1).split('/').map(unescapeToken);
  const failed = (reason: string) =>
    new Refusal(400, `Couldn't apply patch '${JSON.stringify(operation)}'. Reason: ${reason}`);
  if (rest.length === 0) {
    if (operation.op === 'test') {
      if (JSON.stringify(document[field]) !== JSON.stringify(operation.value)) throw failed('test failed');
    } else if (operation.op === 'remove') document[field] = emptyValue(document[field]);
    else document[field] = typed(field, operation.value, uuid);
    return;
  }
  const parent = rest.slice(0, -1).reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), document[field]);
  const key = rest.at(-1) ?? '';
  if (!isRecord(parent)) throw failed(`can't replace a non-existent object '${rest[0] ?? ''}'`);
  if (operation.op === 'add') parent[key] = operation.value;
  else if (!(key in parent)) throw failed(`can't ${operation.op} a non-existent object '${key}'`);
  else if (operation.op === 'remove') delete parent[key];
  else if (operation.op === 'replace') parent[key] = operation.value;
  else if (JSON.stringify(parent[key]) !== JSON.stringify(operation.value)) throw failed('test failed');
}

const BOOLEANS = new Set(['maintenance', 'retired', 'protected', 'automated_clean']);
const OBJECTS = new Set(['driver_info', 'extra', 'instance_info', 'properties', 'network_data']);

function typed(field: string, value: unknown, uuid: string): unknown {
  if (OBJECTS.has(field)) {
    if (isRecord(value)) return value;
    throw new Refusal(400, `Schema error for patch: ${JSON.stringify(value)} is not of type 'object', 'null'`);
  }
  if (!BOOLEANS.has(field)) {
    if (value === null || typeof value === 'string') return value;
    throw new Refusal(400, `Schema error for patch: ${JSON.stringify(value)} is not of type 'string', 'null'`);
  }
  if (value === null || typeof value === 'boolean') return value ?? (field === 'automated_clean' ? null : false);
  const text = String(value).toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw new Refusal(400, `Invalid ${field} for node ${uuid}: Unrecognized value '${String(value)}'`);
}

function checkConsequences(world: World, node: SimNode, changed: Omit<SimNode, 'hidden'>): void {
  if (changed.name !== node.name && changed.name !== null && world.findNode(changed.name) !== undefined) {
    throw new Refusal(409, `A node with name ${changed.name} already exists.`);
  }
  if (changed.instance_uuid !== node.instance_uuid && changed.instance_uuid !== null) {
    if (node.instance_uuid !== null) {
      throw new Refusal(409, `Node ${node.uuid} is associated with instance ${node.instance_uuid}.`);
    }
    for (const other of world.nodes.values()) {
      if (other.instance_uuid !== changed.instance_uuid) continue;
      throw new Refusal(
        409,
        `Instance ${changed.instance_uuid} is already associated with a node, it cannot be associated with this other node ${node.uuid}`,
      );
    }
  }
  if (changed.retired && !node.retired && node.provision_state === 'available') {
    throw new Refusal(409, `Node ${node.uuid} can not have "retired" set while in provision state "available".`);
  }
  if (changed.resource_class !== node.resource_class && !CLASS_STATES.has(node.provision_state) && !node.maintenance) {
    throw new Refusal(
      409,
      `Node ${node.uuid} can not have resource_class updated unless it is in one of allowed (${[...CLASS_STATES].join(', ')}) states.`,
    );
  }
}

function fieldOf(path: string): string {
  return unescapeToken(path.slice(1).split('/')[0] ?? '');
}

function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function emptyValue(current: unknown): unknown {
  if (typeof current === 'boolean') return false;
  return isRecord(current) ? {} : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
