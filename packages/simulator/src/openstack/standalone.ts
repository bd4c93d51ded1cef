import type { FastifyInstance } from 'fastify';
import type { FaultRules } from '../http/faults.ts';
import { type DoubleServer, splitUrl, startDoubleServer } from '../http/server.ts';
import type { World } from '../world/world.ts';
import { ironicRoutes, isPublicIronicPath } from './ironic/routes.ts';
import type { IronicSettings } from './ironic/service.ts';
import { guardWithNothing } from './keystone/caller.ts';
import { type YamlTree, yamlText } from './yaml-text.ts';

export interface StandaloneIronicOptions {
  readonly world: World;
  readonly port?: number;
  readonly faults?: FaultRules;
  /** `none` lets everybody in; `http_basic` asks for a name and a password. */
  readonly auth:
    | { readonly kind: 'none' }
    | { readonly kind: 'http_basic'; readonly user: string; readonly password: string };
  readonly generation?: 'debian' | 'latest';
  readonly maxLimit?: number;
}

export interface StandaloneIronic {
  readonly url: string;
  readonly server: DoubleServer;
  readonly faults: FaultRules;
  readonly settings: IronicSettings;
  /** Text of a clouds.yaml with the one cloud `standalone`. */
  readonly cloudsYaml: string;
  close(): Promise<void>;
}

/** Starts an Ironic without Keystone, Nova or Placement, as sites run that have nothing else of OpenStack. */
export async function startStandaloneIronic(options: StandaloneIronicOptions): Promise<StandaloneIronic> {
  const settings: IronicSettings = {
    maxMinor: options.generation === 'latest' ? 115 : 82,
    maxLimit: options.maxLimit ?? 1000,
    strict: false,
  };
  let url = '';
  const server = await startDoubleServer({
    service: 'ironic',
    port: options.port,
    faults: options.faults,
    routes: (app) => {
      if (options.auth.kind === 'http_basic') requireBasic(app, options.auth.user, options.auth.password);
      ironicRoutes(app, {
        world: options.world,
        settings,
        guard: guardWithNothing(),
        url: () => url,
        vifs: new WeakMap(),
      });
    },
  });
  url = server.url;
  const auth: YamlTree =
    options.auth.kind === 'none'
      ? { endpoint: url }
      : { endpoint: url, username: options.auth.user, password: options.auth.password };
  return {
    url,
    server,
    faults: server.faults,
    settings,
    cloudsYaml: yamlText({ clouds: { standalone: { auth_type: options.auth.kind, auth } } }),
    close: () => server.close(),
  };
}

/** As Ironic's own middleware: what is no basic credential at all is a bad request, and only a wrong one is asked for again. */
function requireBasic(app: FastifyInstance, user: string, password: string): void {
  app.addHook('preHandler', async (request, reply) => {
    const { path } = splitUrl(request.url);
    if (path.startsWith('/_control/') || isPublicIronicPath(path)) return undefined;
    const refused = refusalOf(request.headers.authorization, user, password);
    if (refused === undefined) return undefined;
    if (refused.code === 401) reply.header('www-authenticate', 'Basic realm="Baremetal API"');
    return reply.code(refused.code).send({ error: refused });
  });
}

function refusalOf(header: string | undefined, user: string, password: string) {
  if (header === undefined) return { message: 'Authorization required', code: 401 };
  const [, scheme, token] = /^(\S+)\s+(.+)$/s.exec(header.trim()) ?? [];
  if (scheme === undefined || token === undefined)
    return { message: 'Could not parse Authorization header', code: 400 };
  if (scheme.toLowerCase() !== 'basic') return { message: `Unsupported authorization type "${scheme}"`, code: 400 };
  const bytes = Buffer.from(token, 'base64');
  const text = bytes.toString();
  if (bytes.toString('base64') !== token || !text.includes(':')) {
    return { message: 'Could not decode authorization token', code: 400 };
  }
  return text === `${user}:${password}` ? undefined : { message: 'Incorrect username or password', code: 401 };
}
