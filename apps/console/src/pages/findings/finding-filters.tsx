import { FindingKind } from '@fleet-manager/contract/api/agents';
import type { Overview } from '@fleet-manager/contract/api/inventory';
import type { FindingsSearch } from '../../app/search.ts';
import { Button } from '../../ui/button.tsx';
import { CheckMenu } from '../../ui/check-menu.tsx';
import { FINDING_KINDS } from './kinds.ts';

interface FindingFiltersProps {
  readonly search: FindingsSearch;
  readonly byKind: Readonly<Record<string, number>>;
  readonly sites: Overview['sites'];
  readonly onChange: (patch: Partial<FindingsSearch>) => void;
}

const STATES = ['open', 'acknowledged', 'resolved'] as const;
const STATE_WORDS = { open: 'Open', acknowledged: 'Acknowledged', resolved: 'Resolved' } as const;

export function FindingFilters({ search, byKind, sites, onChange }: FindingFiltersProps) {
  const kinds = FindingKind.options
    .map((value) => ({ value, label: FINDING_KINDS[value].title, count: byKind[value] ?? 0 }))
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
  const siteItems = sites.map((site) => ({ value: site.siteSlug, label: site.name }));
  const filtered = (search.kind ?? []).length > 0 || (search.site ?? []).length > 0;
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <CheckMenu
        label="Kind"
        items={kinds}
        chosen={search.kind ?? []}
        onChange={(chosen) => onChange({ kind: FindingKind.options.filter((kind) => chosen.includes(kind)) })}
      />
      <CheckMenu label="Site" items={siteItems} chosen={search.site ?? []} onChange={(site) => onChange({ site })} />
      <CheckMenu
        label="State"
        items={STATES.map((value) => ({ value, label: STATE_WORDS[value] }))}
        chosen={search.state ?? []}
        onChange={(chosen) => onChange({ state: STATES.filter((state) => chosen.includes(state)) })}
      />
      {filtered ? (
        <Button look="ghost" onClick={() => onChange({ kind: [], site: [], state: [] })}>
          Clear all
        </Button>
      ) : null}
    </div>
  );
}
