import { fileURLToPath } from 'node:url';
import { FixtureHub } from './fixture-hub.ts';

// `npx tsx apps/console/dev/serve.ts [devices]`: the built console over fixtures, to look at.
const hub = await FixtureHub.start({
  dist: fileURLToPath(new URL('../dist', import.meta.url)),
  devices: Number(process.argv[2] ?? 400),
  port: Number(process.env.PORT ?? 0),
});
console.log(`${hub.url}/login#code=${hub.loginCode}`);
