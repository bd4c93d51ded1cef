import type { Device } from '@fleet-manager/contract/api/devices';
import type { HubClient } from '@fleet-manager/contract/client';
import { EXIT } from '../../exit-code.ts';
import { Failure } from '../../failure.ts';
import { answer } from '../../hub.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id of the device that a person named by id, name, serial, asset tag, MAC or IP. Never guesses between two. */
export async function findDevice(client: HubClient, wanted: string): Promise<string> {
  if (UUID.test(wanted)) return wanted.toLowerCase();
  const { items } = await answer(
    client.GET('/api/v1/devices', { params: { query: { q: wanted, limit: 50, includeDeleted: 'true' } } }),
  );
  const same = (value: string | null) => value?.toLowerCase() === wanted.toLowerCase();
  const exact = items.filter((device) => same(device.name) || same(device.serial) || same(device.assetTag));
  const [only, second] = exact.length > 0 ? exact : items;
  if (only === undefined) {
    throw new Failure(
      `No device is called ${wanted}`,
      `Search with \`fleetctl devices list -q ${JSON.stringify(wanted.slice(0, 8))}\`.`,
      EXIT.failed,
    );
  }
  if (second === undefined) return only.id;
  const names = (exact.length > 0 ? exact : items)
    .slice(0, 8)
    .map((device) => `  ${device.id}  ${device.name}  ${device.siteSlug}`);
  throw new Failure(`Several devices match ${wanted}:\n${names.join('\n')}`, 'Name one by its id.', EXIT.usage);
}

export async function getDevice(client: HubClient, wanted: string): Promise<Device> {
  const id = await findDevice(client, wanted);
  return answer(client.GET('/api/v1/devices/{id}', { params: { path: { id } } }));
}
