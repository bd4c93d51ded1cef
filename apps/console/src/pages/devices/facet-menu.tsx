import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { facetsQuery } from '../../api/queries.ts';
import type { Facets } from '../../api/types.ts';
import type { DevicesSearch } from '../../app/search.ts';
import { CheckMenu } from '../../ui/check-menu.tsx';

interface FacetMenuProps {
  readonly label: string;
  readonly of: Exclude<keyof Facets, 'total'>;
  readonly search: DevicesSearch;
  readonly onChange: (chosen: string[]) => void;
  readonly word?: (value: string) => string;
}

/**
 * Chooses values of one field. The counts are of the devices that match all *other* filters: so each says what choosing it
 * would give, and a choice does not take the others away.
 */
export function FacetMenu({ label, of, search, onChange, word = (value) => value }: FacetMenuProps) {
  const facets = useQuery({ ...facetsQuery({ ...search, [of]: undefined }), placeholderData: keepPreviousData });
  const counts = facets.data?.[of] ?? {};
  const chosen: readonly string[] = search[of] ?? [];
  const values = [...new Set([...Object.keys(counts), ...chosen])];
  const items = values
    .map((value) => ({ value, label: word(value), count: counts[value] ?? 0 }))
    .sort((a, b) =>
      of === 'rack'
        ? a.label.localeCompare(b.label, 'en', { numeric: true })
        : b.count - a.count || a.label.localeCompare(b.label),
    );
  return (
    <CheckMenu
      label={label}
      items={items}
      chosen={chosen}
      onChange={onChange}
      empty={facets.isPending ? 'Loading' : 'None match'}
    />
  );
}
