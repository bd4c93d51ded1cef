import { describe, expect, it } from 'vitest';
import { ManualClock } from './clock.ts';
import { FLAVOR_CUSTOMER, IMAGE_ID, trayNodeUuid } from './furnish.ts';
import type { SimNode } from './model.ts';
import { MIRRORED_TRAY, ODD_TRAYS } from './oddities.ts';
import { planSite } from './plan.ts';
import { computeTrays } from './populate.ts';
import { Refusal } from './refusal.ts';
import { restoreWorld, saveWorld } from './store.ts';
import { World, type WorldOptions } from './world.ts';

const MINUTE = 60_000;

function makeWorld(options: Partial<WorldOptions> = {}) {
  const clock = new ManualClock();
  const world = new World({ plan: planSite({ racks: 2 }), clock, ...options });
  const pass = (milliseconds: number) => {
    clock.advance(milliseconds);
    world.tick();
  };
  const tray = (index: number) => world.nodes.get(trayNodeUuid(world, computeTrays(world)[index]!.name));
  const first = (state: string, fits: (node: SimNode) => boolean = () => true) => {
    const found = [...world.nodes.values()].find(
      (node) => node.provision_state === state && !node.maintenance && fits(node),
    );
    if (found === undefined) throw new Error(`no node is ${state}`);
    return found;
  };
  return { world, clock, pass, tray, first };
}
const ready = (node: SimNode) => node.traits.includes('CUSTOM_CUSTOMER_READY') && node.instance_uuid === null;
const boot = (world: World, node?: SimNode) =>
  world.compute.create({
    name: 'job',
    projectId: 'p',
    userId: 'u',
    flavorId: FLAVOR_CUSTOMER,
    imageId: IMAGE_ID,
    node: node?.uuid ?? null,
  });

describe('a new site', () => {
  it('is the same for the same seed and another for another', () => {
    const saved = (seed: number) => JSON.stringify(saveWorld(makeWorld({ seed }).world));
    expect(saved(3)).toBe(saved(3));
    expect(saved(3)).not.toBe(saved(4));
  });

  it('has a node, named and with the serial of its tray, for every tray but the odd ones', () => {
    const { world } = makeWorld();
    const trays = computeTrays(world);
    expect(trays).toHaveLength(36);
    const missing = trays.flatMap((tray, index) => (world.nodes.has(trayNodeUuid(world, tray.name)) ? [] : [index]));
    expect(missing).toEqual([ODD_TRAYS.withoutNode, MIRRORED_TRAY.serial]);
    const wrong = trays.flatMap((tray, index) => {
      const node = world.nodes.get(trayNodeUuid(world, tray.name));
      return node !== undefined && node.extra.serial !== tray.serial ? [index] : [];
    });
    expect(wrong).toEqual([ODD_TRAYS.serialMismatch, MIRRORED_TRAY.named]);
  });

  it('has one orphan of each kind that can be detected', () => {
    const { world, tray } = makeWorld();
    const servers = [...world.servers.values()];
    expect(servers.filter((server) => !world.nodes.has(server.node ?? ''))).toHaveLength(1);
    const dead = tray(ODD_TRAYS.deadInstance)!;
    expect([dead.provision_state, world.servers.has(dead.instance_uuid!)]).toEqual(['active', false]);
    const building = tray(ODD_TRAYS.deployingForNobody)!;
    expect([building.provision_state, world.servers.has(building.instance_uuid!)]).toEqual(['wait call-back', false]);
    const left = [...world.consumers.values()].filter((consumer) => !world.servers.has(consumer.id));
    expect(left.flatMap((consumer) => Object.keys(consumer.allocations))).toEqual([
      tray(ODD_TRAYS.leftAllocation)!.uuid,
    ]);
    expect([...world.providers.keys()].filter((uuid) => !world.nodes.has(uuid))).toHaveLength(1);
    expect(world.providers.has(tray(ODD_TRAYS.withoutProvider)!.uuid)).toBe(false);
    const stale = tray(ODD_TRAYS.staleReservation)!;
    expect(stale).toMatchObject({ provision_state: 'available', instance_uuid: expect.any(String) });
  });

  it('keeps its oddities while time passes', () => {
    const { world, pass } = makeWorld();
    const before = world.providers.size;
    for (let i = 0; i < 30; i++) pass(10 * MINUTE);
    expect(world.providers.size).toBe(before);
  });

  it('holds ten thousand trays without a pause', { timeout: 60_000 }, () => {
    const { world, pass } = makeWorld({ plan: planSite({ racks: 556 }), busy: true });
    expect(world.nodes.size).toBe(10_008);
    pass(MINUTE);
    expect(world.providers.size).toBeGreaterThan(8000);
  });
});

describe('a node', () => {
  it('walks from enrolment to a customer and back through the states that Ironic names', () => {
    const { world, pass, first } = makeWorld();
    const node = first('manageable');
    node.provision_state = 'enroll';
    const seen: string[] = [];
    const walk = (verb: string) => {
      world.conductor.provision(node, verb);
      for (let i = 0; i < 400; i++) {
        if (seen.at(-1) !== node.provision_state) seen.push(node.provision_state);
        pass(2_000);
      }
    };
    for (const verb of ['manage', 'inspect', 'provide', 'active', 'deleted']) walk(verb);
    expect(seen).toEqual([
      ...['verifying', 'manageable', 'inspecting', 'inspect wait', 'inspecting', 'manageable'],
      ...['cleaning', 'clean wait', 'cleaning', 'available', 'deploying', 'wait call-back', 'deploying', 'active'],
      ...['deleting', 'cleaning', 'clean wait', 'cleaning', 'available'],
    ]);
    expect(node).toMatchObject({ target_provision_state: null, reservation: null, instance_uuid: null });
  });

  it('refuses a verb out of turn with 400, and with 409 while it is locked', () => {
    const { world, first } = makeWorld();
    const node = first('available', ready);
    expect(() => world.conductor.provision(node, 'provide')).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringContaining('can not be performed') }),
    );
    world.conductor.provision(node, 'active');
    expect(() => world.conductor.provision(node, 'deleted')).toThrow(
      expect.objectContaining({ status: 409, message: expect.stringContaining('is locked by host conductor-1') }),
    );
  });

  it.each([
    ['cleaning ran: a retired node is kept back', null, 'manageable', false],
    ['cleaning was skipped: a retired node goes back dirty', false, 'available', true],
  ])('%s', (_title, automatedClean, end, dirty) => {
    const { world, pass, first } = makeWorld();
    const node = first('active');
    node.automated_clean = automatedClean;
    node.retired = true;
    world.conductor.provision(node, 'deleted');
    for (let i = 0; i < 100; i++) pass(10_000);
    expect([node.provision_state, node.hidden.dirty]).toEqual([end, dirty]);
  });

  it('fails in cleaning with maintenance, a fault and, a moment later, the reason', () => {
    const { world, pass, first } = makeWorld();
    const node = first('active');
    world.conductor.failNext(node, 'clean wait', 'disk timed out');
    world.conductor.provision(node, 'deleted');
    for (let i = 0; i < 400 && node.provision_state !== 'clean failed'; i++) pass(1_000);
    expect(node).toMatchObject({
      provision_state: 'clean failed',
      target_provision_state: 'available',
      maintenance: true,
      fault: 'clean failure',
      last_error: null,
    });
    pass(10_000);
    expect(node.last_error).toBe('disk timed out');
    expect(world.history.get(node.uuid)).toMatchObject([{ severity: 'ERROR', event: 'disk timed out' }]);
  });

  it('makes no progress in a wait state while in maintenance', () => {
    const { world, pass, first } = makeWorld();
    const node = first('available', ready);
    world.conductor.provision(node, 'active');
    pass(31_000);
    node.maintenance = true;
    pass(60 * MINUTE);
    expect(node.provision_state).toBe('wait call-back');
    node.maintenance = false;
    for (let i = 0; i < 12; i++) pass(MINUTE);
    expect(node.provision_state).toBe('active');
  });

  it('loses a maintenance that somebody else set when Ironic recovers from a power failure', () => {
    const { world, pass, first } = makeWorld();
    const node = first('active');
    node.maintenance = true;
    node.maintenance_reason = 'set by an operator';
    world.incidents.failPower(node, 10);
    expect(node).toMatchObject({ fault: 'power failure', power_state: null, maintenance_reason: 'set by an operator' });
    pass(11 * MINUTE);
    expect(node).toMatchObject({ fault: null, maintenance: false, maintenance_reason: null, power_state: 'power on' });
  });
});

describe('a conductor that dies', () => {
  it('keeps its locks and stands still; under its own name it then frees them and fails what it was doing', () => {
    const { world, pass, first } = makeWorld();
    const [busy, waiting] = [first('active'), first('available', ready)];
    world.conductor.provision(waiting, 'active');
    pass(31_000);
    world.conductor.provision(busy, 'deleted');
    world.conductor.die();
    pass(60 * MINUTE);
    expect(busy).toMatchObject({ provision_state: 'deleting', reservation: 'conductor-1' });
    expect(waiting).toMatchObject({ provision_state: 'wait call-back', reservation: null });
    expect(() => world.conductor.provision(first('available'), 'manage')).toThrow(
      expect.objectContaining({ status: 404, message: expect.stringContaining('No conductor service registered') }),
    );
    world.conductor.restart();
    expect(busy).toMatchObject({ provision_state: 'error', reservation: null });
    for (let i = 0; i < 12; i++) pass(MINUTE);
    expect(busy.last_error).toContain("can't be resumed");
    expect(waiting.provision_state).toBe('active');
  });

  it('leaves its locks for good when it comes back under another name, over a restart of the site too', () => {
    const { world, pass, first } = makeWorld();
    const node = first('active');
    world.conductor.provision(node, 'deleted');
    world.conductor.die();
    world.conductor.restart('conductor-2');
    pass(60 * MINUTE);
    const again = makeWorld();
    expect(restoreWorld(again.world, JSON.parse(JSON.stringify(saveWorld(world))))).toBe(true);
    again.pass(60 * MINUTE);
    const kept = again.world.nodes.get(node.uuid);
    expect(kept).toMatchObject({ provision_state: 'deleting', reservation: 'conductor-1' });
    expect(again.world.conductorHost).toBe('conductor-2');
  });
});

describe('Nova', () => {
  it('boots a server on a customer-ready node, and deletes it while the node is still dirty', () => {
    const { world, pass, first } = makeWorld();
    const node = first('available', ready);
    const server = boot(world, node);
    expect(server.status).toBe('BUILD');
    for (let i = 0; i < 10; i++) pass(MINUTE);
    expect(server).toMatchObject({ status: 'ACTIVE', node: node.uuid, taskState: null });
    expect(node).toMatchObject({ provision_state: 'active', instance_uuid: server.id });
    expect(world.consumers.get(server.id)?.allocations).toHaveProperty(node.uuid);
    world.compute.delete(server);
    for (let i = 0; i < 40 && server.status !== 'DELETED'; i++) pass(1_000);
    expect(server.status).toBe('DELETED');
    expect(['cleaning', 'clean wait']).toContain(node.provision_state);
    expect(node.hidden.dirty).toBe(true);
    expect(world.consumers.has(server.id)).toBe(false);
  });

  it('finds no host when no provider has the trait that the flavor wants', () => {
    const { world, pass } = makeWorld();
    for (const node of world.nodes.values()) node.traits = [];
    pass(MINUTE);
    const server = boot(world);
    pass(MINUTE);
    expect(server).toMatchObject({ status: 'ERROR', fault: { message: expect.stringContaining('No valid host') } });
  });

  it('takes a trait off Placement that the node does not carry, once its own copy is old', () => {
    const { world, pass, first } = makeWorld();
    const node = first('available', ready);
    node.traits = ['CUSTOM_GPU_GB300'];
    pass(MINUTE);
    const provider = world.providers.get(node.uuid)!;
    provider.traits = [...provider.traits, 'CUSTOM_CUSTOMER_READY'];
    pass(MINUTE);
    expect(provider.traits).toContain('CUSTOM_CUSTOMER_READY');
    for (let i = 0; i < 6; i++) pass(MINUTE);
    expect(provider.traits).not.toContain('CUSTOM_CUSTOMER_READY');
    node.traits = ['CUSTOM_CUSTOMER_READY', 'CUSTOM_GPU_GB300'];
    pass(MINUTE);
    expect(provider.traits).toContain('CUSTOM_CUSTOMER_READY');
  });
});

describe('a busy site', () => {
  it('has customers come and go and hardware fail, the same way for the same seed', () => {
    const day = (seed: number) => {
      const { world, pass } = makeWorld({ busy: true, seed });
      const servers = new Set<string>();
      const states = new Set<string>();
      const faults = new Set<string>();
      let brieflyLocked = 0;
      for (let i = 0; i < 24 * 60; i++) {
        pass(MINUTE);
        for (const node of world.nodes.values()) {
          states.add(node.provision_state);
          if (node.fault !== null) faults.add(node.fault);
          if (node.reservation !== null && node.hidden.job.length === 0) brieflyLocked++;
        }
        for (const id of world.servers.keys()) servers.add(id);
      }
      return { servers: [...servers], states, faults, brieflyLocked };
    };
    const [one, two] = [day(7), day(7)];
    expect(one).toEqual(two);
    expect(one.servers.length).toBeGreaterThan(30);
    for (const state of ['active', 'available', 'clean wait', 'wait call-back']) expect(one.states).toContain(state);
    expect(one.faults).toContain('power failure');
    // Seen once a minute, a lock of seconds is there now and then and never stays.
    expect(one.brieflyLocked).toBeGreaterThan(5);
    expect(one.brieflyLocked).toBeLessThan(1_000);
  });

  it('goes on where it stopped after it was saved, whatever the clock did meanwhile', () => {
    const { world, pass, first } = makeWorld();
    const node = first('available', ready);
    const server = boot(world, node);
    pass(40_000);
    const saved: unknown = JSON.parse(JSON.stringify(saveWorld(world)));
    const again = makeWorld();
    again.clock.advance(5 * 24 * 60 * MINUTE);
    expect(restoreWorld(again.world, saved)).toBe(true);
    expect(again.world.nodes.get(node.uuid)?.provision_state).toBe('wait call-back');
    again.pass(1_000);
    expect(again.world.servers.get(server.id)?.status).toBe('BUILD');
    for (let i = 0; i < 10; i++) again.pass(MINUTE);
    expect(again.world.servers.get(server.id)?.status).toBe('ACTIVE');
  });

  it('does not take the state of another site', () => {
    const saved = saveWorld(makeWorld({ seed: 2 }).world);
    expect(restoreWorld(makeWorld({ seed: 1 }).world, saved)).toBe(false);
    expect(restoreWorld(makeWorld().world, { format: 99 })).toBe(false);
  });
});

it('gives its refusals a status', () => {
  expect(new Refusal(409, 'no')).toMatchObject({ status: 409, code: null, message: 'no' });
});
