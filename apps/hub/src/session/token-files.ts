import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AGENT_PERMISSIONS } from '@fleet-manager/contract/permissions';
import { personPrincipal } from './sessions.ts';
import type { TokenIssuer } from './tokens.ts';

const DAY_SECONDS = 24 * 3600;
const TTL_SECONDS = 30 * DAY_SECONDS;

/** A satellite that the hub expects, and the NetBox sites whose devices its agents may touch. */
export interface ExpectedSatellite {
  readonly name: string;
  readonly siteSlugs: readonly string[];
}

/** Name of the openstack-agent's client: unchanged on the wire since the agent was called so. */
export const openstackAgentClientId = (satellite: string): string => `ironic-agent-${satellite}`;

/**
 * Writes the tokens that local programs use: one per agent of each expected satellite under `agent-tokens/`, and one for
 * fleetctl. Good for 30 days; write them anew daily.
 */
export async function writeTokenFiles(
  directory: string,
  tokens: TokenIssuer,
  satellites: readonly ExpectedSatellite[],
): Promise<void> {
  const agentDir = path.join(directory, 'agent-tokens');
  await mkdir(agentDir, { recursive: true, mode: 0o700 });
  for (const satellite of satellites) {
    const id = openstackAgentClientId(satellite.name);
    const token = await tokens.issue({
      kind: 'agent',
      id,
      displayName: id,
      satellite: satellite.name,
      permissions: AGENT_PERMISSIONS,
      sites: satellite.siteSlugs,
      ttlSeconds: TTL_SECONDS,
    });
    await replace(path.join(agentDir, id), token);
  }
  const person = personPrincipal('operator', null);
  const token = await tokens.issue({ ...person, ttlSeconds: TTL_SECONDS });
  await replace(path.join(directory, 'fleetctl-token'), token);
}

/** A reader sees the old token or the new one, never half of one. */
async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}
