import type { ServiceSettings } from '../clouds/cloud.ts';
import { CloudConfigError } from '../clouds/errors.ts';
import { typeAliases } from '../clouds/resolve.ts';
import { OpenStackError } from './errors.ts';
import type { CatalogEntry } from './token.ts';

/**
 * The address of a service in the catalog, by type (or one of its other names), region and interface.
 * @throws OpenStackError FM_OPENSTACK_SERVICE_ABSENT that lists what the catalog holds.
 */
export function findEndpoint(catalog: readonly CatalogEntry[], type: string, settings: ServiceSettings): string {
  const types = [settings.serviceType ?? type, ...(typeAliases[type] ?? [])];
  const entries = types
    .map((one) =>
      catalog.filter(
        (entry) => entry.type === one && (settings.serviceName === undefined || entry.name === settings.serviceName),
      ),
    )
    .find((found) => found.length > 0);
  const absent = (problem: string) =>
    new OpenStackError('FM_OPENSTACK_SERVICE_ABSENT', `${problem}; the catalog holds ${describe(catalog)}`, {
      service: type,
    });
  if (!entries) throw absent(`no service of type ${types.join(' or ')}`);
  const all = entries.flatMap((entry) => entry.endpoints);
  const region = settings.regionName;
  const inRegion = region === undefined ? all : all.filter((one) => one.region === region || one.region_id === region);
  if (inRegion.length === 0) throw absent(`no endpoint of ${type} in region ${region}`);
  for (const wanted of settings.interfaces) {
    const matching = inRegion.filter((one) => one.interface.replace(/URL$/, '') === wanted);
    const [first] = matching;
    if (!first) continue;
    const regions = new Set(matching.map((one) => one.region_id ?? one.region ?? ''));
    if (region === undefined && regions.size > 1) {
      throw new CloudConfigError(
        `${type} has endpoints in several regions (${[...regions].join(', ')}) and none was chosen`,
        {
          example: `region_name: ${[...regions][0]}`,
        },
      );
    }
    return first.url;
  }
  throw absent(
    `no ${settings.interfaces.join(' or ')} endpoint of ${type}${region === undefined ? '' : ` in region ${region}`}`,
  );
}

function describe(catalog: readonly CatalogEntry[]): string {
  if (catalog.length === 0) return 'nothing (is the token scoped to a project?)';
  return catalog
    .map((entry) => {
      const places = [
        ...new Set(entry.endpoints.map((one) => `${one.region_id ?? one.region ?? 'no region'}/${one.interface}`)),
      ];
      return `${entry.type} (${places.length === 0 ? 'no endpoint' : places.join(', ')})`;
    })
    .join(', ');
}
