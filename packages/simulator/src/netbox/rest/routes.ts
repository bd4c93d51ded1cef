import type { FastifyInstance } from 'fastify';
import type { Model } from '../model.ts';
import { models } from '../models/all.ts';
import { detail } from '../validation.ts';
import { atLeast, fullVersions } from '../version.ts';
import { type Exchange, exchange, stampHeaders } from './exchange.ts';
import { list, patch, patchMany, post, remove, removeMany, retrieve } from './objects.ts';
import type { DoubleState } from './state.ts';

const reading = 'GET, HEAD, OPTIONS';

/** The REST interface under `/api/`. Paths end with a slash; a GET without one is redirected, anything else is 404. */
export function addRestRoutes(app: FastifyInstance, state: DoubleState): void {
  for (const model of models.values()) addModel(app, state, model);
  app.get('/api/', exchange(state, apiRoot, reading));
  app.get('/api/:app/', exchange(state, appRoot, reading));
  app.get('/api/status/', exchange(state, status, reading));
  if (atLeast(state.version, '4.5')) {
    app.get('/api/authentication-check/', exchange(state, authenticationCheck, reading));
  }
}

function addModel(app: FastifyInstance, state: DoubleState, model: Model): void {
  const path = `/api/${model.path}/`;
  const one = `${path}:id/`;
  const id = (context: Exchange) => idOf(context, model);
  const all = model.readOnly === true ? reading : 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS';
  const single = model.readOnly === true ? reading : 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS';
  app.get(
    path,
    exchange(state, (context) => list(context, model), all),
  );
  app.get(
    one,
    exchange(state, (context) => retrieve(context, model, id(context)), single),
  );
  if (model.readOnly === true) {
    const refused = exchange(state, refuseMethod, reading);
    app.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url: path, handler: refused });
    app.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url: one, handler: refused });
    return;
  }
  app.post(
    path,
    exchange(state, (context) => post(context, model), all),
  );
  app.patch(
    path,
    exchange(state, (context) => patchMany(context, model, false), all),
  );
  app.put(
    path,
    exchange(state, (context) => patchMany(context, model, true), all),
  );
  app.delete(
    path,
    exchange(state, (context) => removeMany(context, model), all),
  );
  app.patch(
    one,
    exchange(state, (context) => patch(context, model, id(context), false), single),
  );
  app.put(
    one,
    exchange(state, (context) => patch(context, model, id(context), true), single),
  );
  app.delete(
    one,
    exchange(state, (context) => remove(context, model, id(context)), single),
  );
}

function refuseMethod({ request }: Exchange): never {
  throw detail(405, `Method "${request.method}" not allowed.`);
}

function idOf({ request }: Exchange, model: Model): number {
  const { params } = request;
  const id = typeof params === 'object' && params !== null && 'id' in params ? Number(params.id) : Number.NaN;
  if (!Number.isInteger(id)) throw detail(404, `No ${model.name} matches the given query.`);
  return id;
}

const apps = ['core', 'dcim', 'extras', 'ipam', 'plugins', 'tenancy', 'users', 'virtualization'];

function apiRoot({ view }: Exchange): unknown {
  return Object.fromEntries([...apps, 'status'].map((app) => [app, `${view.baseUrl}/api/${app}/`]));
}

function appRoot({ view, request }: Exchange): unknown {
  const { params } = request;
  const app = typeof params === 'object' && params !== null && 'app' in params ? String(params.app) : '';
  const paths = [...models.values()].map((model) => model.path).filter((path) => path.startsWith(`${app}/`));
  if (paths.length === 0 && !apps.includes(app)) throw detail(404, 'Not found.');
  return Object.fromEntries(paths.sort().map((path) => [path.slice(app.length + 1), `${view.baseUrl}/api/${path}/`]));
}

function status({ state }: Exchange): unknown {
  const full = fullVersions[state.version];
  return {
    'django-version': '6.1.2',
    ...(atLeast(state.version, '4.4') ? { hostname: 'netbox-double' } : {}),
    installed_apps: { django_filters: '26.2', rest_framework: '3.18.0' },
    'netbox-version': full,
    ...(atLeast(state.version, '4.4') ? { 'netbox-full-version': full } : {}),
    plugins: {},
    'python-version': '3.13.0',
    'rq-workers-running': 0,
  };
}

/** Who the token belongs to and what it may do: one call is enough to check a set of permissions. */
function authenticationCheck({ view, user }: Exchange): unknown {
  return {
    id: user.id,
    url: `${view.baseUrl}/api/users/users/${user.id}/`,
    display_url: `${view.baseUrl}/users/users/${user.id}/`,
    display: user.username,
    username: user.username,
    first_name: '',
    last_name: '',
    email: '',
    is_active: true,
    date_joined: '2026-01-01T00:00:00.000000Z',
    last_login: null,
    groups: [],
    permissions: user.permissions.map((permission) => ({
      id: permission.id,
      url: `${view.baseUrl}/api/users/permissions/${permission.id}/`,
      display: permission.name,
      name: permission.name,
      description: '',
      enabled: true,
      object_types: permission.types,
      actions: permission.actions,
    })),
  };
}

/** The log-in page, and what all other paths answer: a page for people, whatever the caller wanted. */
export function addNotFound(app: FastifyInstance, state: DoubleState): void {
  app.get('/login/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send('<!DOCTYPE html>\n<html lang="en"><head><title>Log In | NetBox</title></head></html>\n'),
  );
  app.setNotFoundHandler((request, reply) => {
    const [path = '', query] = request.url.split('?');
    if (request.method === 'GET' && !path.endsWith('/')) {
      return reply
        .code(301)
        .header('Location', `${path}/${query === undefined ? '' : `?${query}`}`)
        .send();
    }
    if (path.startsWith('/api/')) stampHeaders(state, reply, request.id);
    const page = '<!DOCTYPE html>\n<html lang="en"><head><title>Page Not Found | NetBox</title></head></html>\n';
    return reply.code(404).type('text/html; charset=utf-8').send(page);
  });
}
