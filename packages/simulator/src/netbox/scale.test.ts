import { expect, it } from 'vitest';
import { planSite } from '../world/plan.ts';
import { startNetBoxDouble } from './double.ts';
import { clientOf } from './test-client.ts';

it('holds a large site: a page of 1,000 interfaces is full, in the middle too, by cursor and by device', async () => {
  const double = await startNetBoxDouble({ plan: planSite({ racks: 120 }) });
  const client = clientOf(double);
  const interfaces = double.tables.table('dcim.interface');
  expect(interfaces.size).toBeGreaterThan(40_000);
  const middle = await client.list('/api/dcim/interfaces/?start=20000&limit=1000&fields=id,device,name,cable');
  expect(middle.results).toHaveLength(1000);
  const device = double.tables.table('dcim.device').where('name', 'sys1-ice2-p-phy-gpu2000')[0];
  const own = await client.ids(`/api/dcim/interfaces/?device_id=${device?.id}&fields=id`);
  expect(own).toHaveLength(8);
  await double.close();
});
