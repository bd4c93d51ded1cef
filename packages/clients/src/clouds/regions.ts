import { isTree, type Locate, type Tree } from './document.ts';
import { CloudConfigError } from './errors.ts';

interface Region {
  readonly name: string;
  readonly values: Tree;
}

const example =
  'regions:\n  - RegionOne\n  - name: RegionTwo\n    values:\n      auth: { auth_url: https://two.example/v3 }';

/** The wanted region of a cloud, or its first. Names are case sensitive. */
export function chooseRegion(cloud: string, config: Tree, wanted: string | undefined, at: Locate): Region {
  const known = knownRegions(config, at);
  const [first] = known;
  if (first === undefined) return { name: wanted ?? '', values: {} };
  if (wanted === undefined || wanted === '') return first;
  const found = known.find((region) => region.name === wanted);
  if (found) return found;
  throw new CloudConfigError(
    `the cloud "${cloud}" has no region "${wanted}"; it has ${known.map((one) => one.name).join(', ')} (names are case sensitive)`,
    at([config.regions === undefined ? 'region_name' : 'regions']),
  );
}

function knownRegions(config: Tree, at: Locate): Region[] {
  if (config.regions !== undefined && config.regions !== null) {
    if (!Array.isArray(config.regions))
      throw new CloudConfigError('"regions" must be a list', { ...at(['regions']), example });
    return config.regions.map((one: unknown): Region => {
      if (typeof one === 'string') return { name: one, values: {} };
      const extra = isTree(one) ? Object.keys(one).filter((key) => key !== 'name' && key !== 'values') : [];
      if (
        !isTree(one) ||
        typeof one.name !== 'string' ||
        extra.length > 0 ||
        !(one.values === undefined || isTree(one.values))
      ) {
        throw new CloudConfigError('an entry of "regions" is a name, or a mapping with "name" and "values" only', {
          ...at(['regions']),
          example,
        });
      }
      return { name: one.name, values: isTree(one.values) ? one.values : {} };
    });
  }
  const name = config.region_name;
  const names = Array.isArray(name) ? name.map(String) : typeof name === 'string' && name !== '' ? name.split(',') : [];
  return names.map((one) => ({ name: one, values: {} }));
}
