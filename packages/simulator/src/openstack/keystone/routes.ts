import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { splitUrl } from '../../http/server.ts';
import { rulesAllow } from './access-rules.ts';
import { signIn } from './auth-request.ts';
import { type Identity, type Token, WRONG_CREDENTIALS } from './identity.ts';

/** One service in the catalog. */
export interface CatalogEntry {
  readonly type: string;
  readonly name: string;
  readonly url: string;
}

export interface KeystoneOptions {
  readonly identity: Identity;
  /** This service's own address, without a path. */
  readonly url: () => string;
  /** Read at each sign-in, so that a test can take a service away. */
  readonly catalog: () => readonly CatalogEntry[];
  readonly region: string;
}

/** Keystone's API v3, as far as clients of the other services use it. */
export function keystoneRoutes(app: FastifyInstance, options: KeystoneOptions): void {
  const { identity } = options;
  const version = () => ({
    id: 'v3.14',
    status: 'stable',
    updated: '2020-04-07T00:00:00Z',
    links: [{ rel: 'self', href: `${options.url()}/v3/` }],
    'media-types': [{ base: 'application/json', type: 'application/vnd.openstack.identity-v3+json' }],
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('vary', 'X-Auth-Token');
  });
  app.get('/', (_request, reply) =>
    reply
      .code(300)
      .header('location', `${options.url()}/v3/`)
      .send({ versions: { values: [version()] } }),
  );
  app.get('/v3', async () => ({ version: version() }));
  app.post('/v3/auth/tokens', (request, reply) => {
    const outcome = signIn(identity, request.body);
    if ('refused' in outcome) return refuse(reply, outcome.refused, outcome.message);
    return reply
      .code(201)
      .header('x-subject-token', outcome.token.id)
      .send({ token: tokenBody(outcome.token, options) });
  });
  app.get('/v3/auth/tokens', (request, reply) => {
    if (signedIn(request, identity) === undefined) return refuse(reply, 401, WRONG_CREDENTIALS);
    const subject = identity.token(headerOf(request, 'x-subject-token'));
    if (subject === undefined) return refuse(reply, 404, 'Could not recognize Fernet token');
    return reply.header('x-subject-token', subject.id).send({ token: tokenBody(subject, options) });
  });
  app.delete('/v3/auth/tokens', (request, reply) => {
    if (signedIn(request, identity) === undefined) return refuse(reply, 401, WRONG_CREDENTIALS);
    identity.revoke(headerOf(request, 'x-subject-token'));
    return reply.code(204).send();
  });
  const guarded =
    (handle: (request: FastifyRequest, reply: FastifyReply, token: Token) => unknown) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      const token = signedIn(request, identity);
      const asked = { service: 'identity', method: request.method, path: splitUrl(request.url).path };
      if (token === undefined || !rulesAllow(token.credential?.rules ?? null, asked)) {
        return refuse(reply, 401, WRONG_CREDENTIALS);
      }
      return handle(request, reply, token);
    };
  app.get(
    '/v3/auth/projects',
    guarded((_request, reply, token) =>
      reply.send({
        projects: ofUser(identity, token).map((one) => project(one, options.url())),
        links: listLinks(options, '/v3/auth/projects'),
      }),
    ),
  );
  app.get<{ Querystring: { name?: string } }>(
    '/v3/projects',
    guarded((request, reply, token) => {
      const query = new URLSearchParams(splitUrl(request.url).query);
      const name = query.get('name');
      const seen = token.roles.includes('admin') ? identity.directory.projects : ofUser(identity, token);
      const found = seen.filter((one) => name === null || one.name === name);
      return reply.send({
        projects: found.map((one) => project(one, options.url())),
        links: listLinks(options, '/v3/projects'),
      });
    }),
  );
  app.get<{ Params: { id: string } }>(
    '/v3/projects/:id',
    guarded((request, reply) => {
      const id = splitUrl(request.url).path.split('/').at(-1) ?? '';
      const found = identity.directory.projects.find((one) => one.id === id);
      if (found === undefined) return refuse(reply, 404, `Could not find project: ${id}.`);
      return reply.send({ project: project(found, options.url()) });
    }),
  );
  app.setNotFoundHandler((request, reply) =>
    refuse(reply, 404, `(${splitUrl(request.url).path}): The resource could not be found.`),
  );
}

function tokenBody(token: Token, options: KeystoneOptions): Record<string, unknown> {
  const domain = { id: 'default', name: 'Default' };
  const body: Record<string, unknown> = {
    methods: token.methods,
    user: { domain, id: token.user.id, name: token.user.name, password_expires_at: null },
    audit_ids: [token.id.slice(7, 29)],
    expires_at: new Date(token.expiresAt).toISOString().replace(/\.\d+Z$/, '.000000Z'),
    issued_at: new Date(token.issuedAt).toISOString().replace(/\.\d+Z$/, '.000000Z'),
  };
  if (token.system) body.system = { all: true };
  if (token.project !== null) {
    body.project = { domain, id: token.project.id, name: token.project.name };
    body.is_domain = false;
  }
  if (token.system || token.project !== null) {
    body.roles = token.roles.map((name) => ({ id: name, name }));
    body.catalog = options.catalog().map((entry) => catalogEntry(entry, options.region));
  }
  if (token.credential !== null) {
    const { id, name, rules } = token.credential;
    body.application_credential = {
      id,
      name,
      restricted: true,
      ...(rules === null ? {} : { access_rules: rules.map((rule, index) => ({ id: `${id}${index}`, ...rule })) }),
    };
  }
  return body;
}

function catalogEntry(entry: CatalogEntry, region: string) {
  const endpoint = (face: string) => ({
    id: `${entry.type}-${face}`,
    interface: face,
    region,
    region_id: region,
    url: entry.url,
  });
  return { id: entry.type, type: entry.type, name: entry.name, endpoints: ['public', 'internal'].map(endpoint) };
}

function project(one: { id: string; name: string }, url: string) {
  return {
    id: one.id,
    name: one.name,
    domain_id: 'default',
    description: '',
    enabled: true,
    parent_id: 'default',
    is_domain: false,
    tags: [],
    options: {},
    links: { self: `${url}/v3/projects/${one.id}` },
  };
}

function ofUser(identity: Identity, token: Token) {
  return identity.directory.projects.filter((one) => (token.user.roles[one.name] ?? []).length > 0);
}

function listLinks(options: KeystoneOptions, path: string) {
  return { next: null, self: `${options.url()}${path}`, previous: null };
}

function signedIn(request: FastifyRequest, identity: Identity): Token | undefined {
  return identity.token(headerOf(request, 'x-auth-token'));
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

const TITLES: Readonly<Record<number, string>> = { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found' };

function refuse(reply: FastifyReply, code: number, message: string): FastifyReply {
  return reply.code(code).send({ error: { code, message, title: TITLES[code] ?? 'Error' } });
}
