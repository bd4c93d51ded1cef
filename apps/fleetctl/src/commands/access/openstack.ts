import { type AccessRule, openstackAccessRules, openstackCallLists } from '@fleet-manager/clients/access/openstack';
import { EXIT } from '../../exit-code.ts';
import { Failure } from '../../failure.ts';
import { printRows } from '../../output/print.ts';
import type { GlobalOptions } from '../options.ts';

export interface AccessOptions extends GlobalOptions {
  /** `service=path` each. */
  readonly prefix?: string[];
  readonly service?: string[];
}

/**
 * Prints the access rules that the application credential needs, from the calls that the code can make. The JSON form is
 * what `openstack application credential create --access-rules FILE` takes.
 */
export async function printOpenstackAccess(options: AccessOptions): Promise<void> {
  const known = openstackCallLists.map((list) => list.service);
  const prefixes: Record<string, string> = {};
  for (const pair of options.prefix ?? []) {
    const [service = '', path] = pair.split('=');
    if (path === undefined)
      throw new Failure(`--prefix ${pair}: give service=path`, 'Such as --prefix baremetal=/baremetal.', EXIT.usage);
    prefixes[mustBeKnown(service, known)] = path;
  }
  const services = options.service?.map((service) => mustBeKnown(service, known));
  printRows<AccessRule>(
    options.output,
    openstackAccessRules({ prefixes, services }),
    [
      { title: 'SERVICE', value: (rule) => rule.service },
      { title: 'METHOD', value: (rule) => rule.method },
      { title: 'PATH', value: (rule) => rule.path },
    ],
    'No call needs a rule.',
  );
}

function mustBeKnown(service: string, known: readonly string[]): string {
  if (known.includes(service)) return service;
  throw new Failure(`${service}: we call no service of that type`, `Take one of ${known.join(', ')}.`, EXIT.usage);
}
