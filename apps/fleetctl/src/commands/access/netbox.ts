import { netboxObjectPermissions } from '@fleet-manager/clients/netbox/permissions';
import { printRows } from '../../output/print.ts';
import type { GlobalOptions } from '../options.ts';

/** Prints the object permissions that the NetBox token needs, from the calls that the code can make. */
export async function printNetboxAccess(options: GlobalOptions): Promise<void> {
  printRows(
    options.output,
    netboxObjectPermissions(),
    [
      { title: 'OBJECT TYPE', value: (p) => p.objectType },
      { title: 'ACTIONS', value: (p) => p.actions.join(',') },
      { title: 'FOR', value: (p) => p.calls.join(', ') },
    ],
    'No call needs a permission.',
  );
}
