import { cloudAuth } from './auth.ts';
import type { Cloud, ServiceSettings } from './cloud.ts';
import { isTree, type Locate, mergeTrees, normalise, type Tree } from './document.ts';
import { CloudConfigError } from './errors.ts';
import { chooseRegion } from './regions.ts';
import { tlsSettings } from './tls-settings.ts';

export interface ResolveInput {
  readonly name: string;
  readonly own: Tree;
  readonly profile: Tree;
  readonly region: string | undefined;
  readonly at: Locate;
  readonly file: string | undefined;
}

const defaults: Tree = { auth_type: 'password', interface: 'public' };

/** Other names of a service type, as used in settings and catalogs. */
export const typeAliases: Readonly<Record<string, readonly string[]>> = { baremetal: ['bare-metal'] };

/** Turns an entry as written into a cloud as meant. */
export function resolveCloud(input: ResolveInput): Cloud {
  const own = normalise(input.own);
  const region = chooseRegion(input.name, mergeTrees(normalise(input.profile), own), input.region, input.at);
  let config = mergeTrees(
    mergeTrees(mergeTrees(defaults, normalise(input.profile)), own),
    withoutNulls(normalise(region.values)),
  );
  delete config.regions;
  config.region_name = region.name;
  config = renameLegacy(config);
  const auth = cloudAuth(config, input.at, format);
  for (const [key, value] of Object.entries(config)) {
    if (typeof value === 'string' && key !== 'password') config[key] = format(value, config, input.at([key]));
  }
  const service = (type: string): ServiceSettings => {
    const get = (key: string) => serviceText(config, type, key);
    const listed = serviceValue(config, type, 'interface') ?? config.interface;
    const interfaces = (Array.isArray(listed) ? listed : [listed]).map((one) => String(one).replace(/URL$/, ''));
    const standalone = auth.type === 'none' || auth.type === 'http_basic' ? auth.endpoint : undefined;
    return {
      interfaces,
      regionName: get('region_name') ?? text(config.region_name),
      endpointOverride: get('endpoint_override') ?? get('endpoint') ?? standalone,
      serviceType: get('service_type'),
      serviceName: get('service_name'),
      apiVersion: get('api_version'),
      defaultMicroversion: get('default_microversion'),
      statusCodeRetries: whole(get('status_code_retries')),
      connectRetries: whole(get('connect_retries')),
    };
  };
  const timeout = Number(config.api_timeout ?? Number.NaN);
  return {
    name: input.name,
    file: input.file,
    regionName: text(config.region_name),
    auth,
    tls: tlsSettings(config, input.at),
    timeoutMs: timeout > 0 ? timeout * 1000 : undefined,
    service,
  };
}

/** Old names: `*endpoint_type` for `*interface`, and any `*timeout` for `api_timeout`. */
function renameLegacy(config: Tree): Tree {
  const out: Tree = {};
  let serviceTimeout: unknown;
  for (const [key, value] of Object.entries(config)) {
    if (key.endsWith('timeout') && key !== 'timeout' && key !== 'api_timeout') serviceTimeout = value;
    else if (!key.endsWith('endpoint_type')) out[key] = value;
  }
  for (const [key, value] of Object.entries(config)) {
    if (key.endsWith('endpoint_type')) out[key.replace('endpoint_type', 'interface')] = value;
  }
  if (serviceTimeout !== undefined && serviceTimeout !== null) out.api_timeout = serviceTimeout;
  return out;
}

/** Puts `{key}` of other settings into a value, as Python's format does for plain names. */
function format(value: string, config: Tree, at: { file: string | undefined; line: number | undefined }): string {
  return value.replaceAll(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g, (match, key: string | undefined) => {
    if (match === '{{' || match === '}}') return match.slice(1);
    const found = key === undefined ? undefined : config[key];
    if (typeof found !== 'string') {
      throw new CloudConfigError(
        `${match} in a value stands for another setting of the cloud, and there is none of that name; write {{ and }} for braces`,
        {
          ...at,
          example: 'auth_url: https://{region_name}.keystone.example/v3',
        },
      );
    }
    return found;
  });
}

function serviceValue(config: Tree, type: string, key: string): unknown {
  for (const name of [type, ...(typeAliases[type] ?? [])]) {
    const value = config[`${name.toLowerCase().replaceAll('-', '_')}_${key}`];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

function serviceText(config: Tree, type: string, key: string): string | undefined {
  return text(serviceValue(config, type, key));
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function whole(value: string | undefined): number | undefined {
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

function withoutNulls(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, isTree(value) ? withoutNulls(value) : value]),
  );
}
