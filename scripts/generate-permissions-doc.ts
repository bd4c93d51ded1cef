// Writes docs/permissions.md from the routes and the permissions of each kind of caller. With --check it only compares.
import {
  AGENT_PERMISSIONS,
  PERMISSIONS,
  PERSON_PERMISSIONS,
  type Permission,
} from '@fleet-manager/contract/permissions';
import type { Route } from '@fleet-manager/contract/route';
import { routes } from '@fleet-manager/contract/routes';
import { writeOrCheck } from './lib/generated.ts';

const all = Object.values<Route>(routes);

const mark = (held: boolean): string => (held ? 'yes' : '');
const operation = (route: Route): string => `\`${route.method} ${route.url}\``;

function permissionRow(permission: Permission): string {
  const used = all.filter((route) => route.permission === permission).map(operation);
  const opens = used.length === 0 ? 'nothing yet' : used.join('<br>');
  return `| \`${permission}\` | ${mark(PERSON_PERMISSIONS.includes(permission))} | ${mark(AGENT_PERMISSIONS.includes(permission))} | ${opens} |`;
}

const text = `# Who may do what

Generated from the routes and the permissions in \`packages/contract\`: do not edit, run \`npm run generate\`.

The same table is what the hub asks before it reads a byte of a request's body. A permission holds within the caller's sites alone:
what lies outside is not found. Every write and every refused attempt is in the audit log.

| permission | a person | an agent | opens |
| --- | --- | --- | --- |
${PERMISSIONS.map(permissionRow).join('\n')}

Open to everybody: ${all
  .filter((route) => route.permission === null)
  .map(operation)
  .join(', ')}.
`;

await writeOrCheck('docs/permissions.md', text);
