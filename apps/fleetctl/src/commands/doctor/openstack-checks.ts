import { loadCloud } from '@fleet-manager/clients/clouds/load';
import { readTls } from '@fleet-manager/clients/http/tls';
import { ironicCalls } from '@fleet-manager/clients/ironic/calls';
import { createIronicClient } from '@fleet-manager/clients/ironic/client';
import { identityCalls } from '@fleet-manager/clients/keystone/projects';
import { openSession } from '@fleet-manager/clients/keystone/session';
import { novaCalls } from '@fleet-manager/clients/nova/calls';
import { placementCalls } from '@fleet-manager/clients/placement/calls';
import type { IronicInstance } from '@fleet-manager/domain/device-class';
import { dateOf, probeCalls, type Refusal } from './access-probe.ts';
import { type Check, failed, type Outcome, ok } from './check.ts';
import { compareClocks } from './clock.ts';
import { type Found, must } from './found.ts';
import { reach } from './reach.ts';

/** OpenStack of one Ironic instance, from the clouds file up to its nodes. */
export function openstackChecks(instance: IronicInstance): Check<Found>[] {
  const id = (name: string) => `${instance}.${name}`;
  const cloudOf = (found: Found) => must(found.clouds.get(instance), 'a cloud');
  const sessionOf = (found: Found) => must(found.sessions.get(instance), 'a session of OpenStack');
  /** Ironic on its own has neither Keystone, Nova nor Placement. */
  const isAlone = (found: Found) => !('authUrl' in cloudOf(found).auth);
  return [
    {
      id: id('clouds-file'),
      title: `the clouds file of the ${instance}`,
      needs: ['site-file'],
      async run(found) {
        const settings = must(found.settings, 'the site file').satellite.openstack[instance];
        const { cloudsFile, cloud } = must(settings, 'the settings of the instance');
        const loaded = loadCloud({ file: cloudsFile, cloud });
        found.clouds.set(instance, loaded);
        return ok(`${cloudsFile} has the cloud ${loaded.name}`);
      },
    },
    {
      id: id('reach'),
      title: `the way to OpenStack of the ${instance}`,
      needs: [id('clouds-file')],
      async run(found, signal) {
        const { auth, tls } = cloudOf(found);
        const address = 'authUrl' in auth ? auth.authUrl : auth.endpoint;
        if (address === undefined || !URL.canParse(address))
          return failed(
            `the cloud names no address that can be read`,
            'Give auth_url (or endpoint, without Keystone) in the clouds file.',
          );
        const { ca, insecure } = readTls(tls);
        return reach(address, { ca, insecure, setting: '`cacert` of the cloud' }, signal);
      },
    },
    {
      id: id('log-in'),
      title: `the log-in to the ${instance}`,
      needs: [id('reach')],
      async run(found) {
        const session = openSession(cloudOf(found));
        found.sessions.set(instance, session);
        const identity = await session.identity();
        if (identity === undefined) return ok('there is no Keystone to log in to');
        const roles = identity.roles.join(', ') || 'none';
        if (identity.projectId === undefined)
          return failed(
            'the token belongs to no project',
            'Use an application credential, which is bound to a project.',
          );
        return ok(`project ${identity.projectId}, roles ${roles}`);
      },
    },
    {
      id: id('services'),
      title: `the services in the catalog of the ${instance}`,
      needs: [id('log-in')],
      async run(found, signal) {
        const { placementEnabled } = must(found.settings, 'the site file').satellite.openstack;
        const wanted = ['baremetal', ...(isAlone(found) || !placementEnabled ? [] : ['compute', 'placement'])];
        const { ca, insecure } = readTls(cloudOf(found).tls);
        for (const service of wanted) {
          const address = await sessionOf(found).endpoint(service);
          const outcome = await reach(address, { ca, insecure, setting: '`cacert` of the cloud' }, signal);
          if (outcome.state === 'failed') return failed(`${service}: ${outcome.detail}`, outcome.next);
        }
        return ok(`${wanted.join(', ')} can be reached`);
      },
    },
    {
      id: id('clock'),
      title: `the clock of the ${instance}`,
      needs: [id('services')],
      async run(found, signal) {
        const tls = readTls(cloudOf(found).tls);
        return compareClocks('Ironic', await dateOf(sessionOf(found), ironicCalls, tls, signal));
      },
    },
    {
      id: id('ironic-version'),
      title: `the API version of the ${instance}'s Ironic`,
      needs: [id('services')],
      run: async (found) => ok(`Ironic is spoken to at ${await createIronicClient(sessionOf(found)).version()}`),
    },
    {
      id: id('access'),
      title: `the access rules and roles at the ${instance}`,
      needs: [id('ironic-version')],
      async run(found, signal) {
        const session = sessionOf(found);
        const version = await createIronicClient(session).version();
        const { placementEnabled } = must(found.settings, 'the site file').satellite.openstack;
        const others = isAlone(found)
          ? []
          : placementEnabled
            ? [identityCalls, novaCalls, placementCalls]
            : [identityCalls];
        let tried = 0;
        const refused: (Refusal & { readonly service: string })[] = [];
        for (const list of [ironicCalls, ...others]) {
          const headers = list === ironicCalls ? { 'x-openstack-ironic-api-version': version } : {};
          const probed = await probeCalls(session, list, headers, signal);
          tried += probed.tried;
          refused.push(...probed.refused.map((one) => ({ ...one, service: list.service })));
        }
        return judgeAccess(refused, tried);
      },
    },
    {
      id: id('nodes'),
      title: `the nodes of the ${instance}`,
      needs: [id('ironic-version')],
      async run(found, signal) {
        const list = await createIronicClient(sessionOf(found)).listNodes(signal);
        if (!list.complete) throw list.error;
        found.nodes.set(instance, list.items);
        if (list.items.length === 0)
          return failed(
            'Ironic lists no nodes at all',
            "Have the nodes' owner set to the project of the credential, or the credential given a role that sees them; or enrol the first.",
          );
        return ok(`${list.items.length} nodes can be seen`);
      },
    },
  ];
}

function judgeAccess(refused: readonly (Refusal & { readonly service: string })[], tried: number): Outcome {
  const named = (kind: Refusal['kind']) =>
    refused.filter((one) => one.kind === kind).map((one) => `${one.service} ${one.call}`);
  const [rules, roles] = [named('rule'), named('role')];
  if (rules.length > 0)
    return failed(
      `access rules are missing: ${rules.join(', ')}`,
      'Make a new application credential with the rules that `fleetctl access openstack -o json` prints: rules cannot be added to one.',
    );
  if (roles.length > 0)
    return failed(
      `the credential's user may not call ${roles.join(', ')}`,
      'Give its user the role that these calls need (`reader` or more) on the project, then make the credential anew.',
    );
  const [other] = refused;
  if (other !== undefined) return failed(other.detail, `Look into the log of the ${other.service} service.`);
  return ok(`each of the ${tried} calls that are made is allowed`);
}
