import type { View } from '../view.ts';
import type { Columns } from './parse.ts';

/** A new device takes platform and airflow from its type, and its location from its rack, unless it says otherwise. */
export function deviceDefaults(view: View, columns: Columns, input: Readonly<Record<string, unknown>>): Columns {
  const type = view.store.get('dcim.devicetype', columns.device_type);
  const rack = view.store.get('dcim.rack', columns.rack);
  return {
    ...('platform' in input ? {} : { platform: type?.default_platform ?? null }),
    ...('airflow' in input ? {} : { airflow: type?.airflow ?? null }),
    ...('location' in input ? {} : { location: rack?.location ?? null }),
  };
}
