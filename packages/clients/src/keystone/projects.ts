import { z } from 'zod';
import { defineCalls } from '../http/calls.ts';
import { mustRead } from './reading.ts';
import type { OpenStackSession } from './session.ts';

/** Keystone as a service that is asked with a token; an access rule is needed for it. */
export const identityCalls = defineCalls('identity', {
  listProjects: { method: 'GET', path: '/v3/projects' },
});

const projects = z.object({ projects: z.array(z.object({ id: z.string().min(1), name: z.string() })) });

/** Ids of the projects of that name that the credential may see. Names are unique within a domain only. */
export async function findProjects(
  session: OpenStackSession,
  name: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const http = session.client(identityCalls);
  const answer = await http.call('listProjects', { query: { name }, signal });
  return mustRead(projects, answer.body, 'identity', '/v3/projects')
    .projects.filter((project) => project.name === name)
    .map((project) => project.id);
}
