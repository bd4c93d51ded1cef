import { AuditOutcome } from '@fleet-manager/contract/api/audit';
import { type FormEvent, useState } from 'react';
import type { AuditSearch } from '../../app/search.ts';
import { Button } from '../../ui/button.tsx';
import { CheckMenu } from '../../ui/check-menu.tsx';
import { OUTCOME_LOOK } from './outcome.ts';

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onChange: (patch: Partial<AuditSearch>) => void;
}

const INPUT =
  'h-8 w-64 rounded-md border border-line-strong bg-surface px-2.5 font-mono text-xs text-ink placeholder:font-sans placeholder:text-ink-3';

/** By outcome, by who, and by the id of a thing or of a request, as an error message gives it. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const filtered = Object.keys(search).length > 0;
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <CheckMenu
        label="Outcome"
        items={AuditOutcome.options.map((value) => ({ value, label: OUTCOME_LOOK[value].word }))}
        chosen={search.outcome ?? []}
        onChange={(chosen) => onChange({ outcome: AuditOutcome.options.filter((one) => chosen.includes(one)) })}
      />
      <Field
        key={`actor ${search.actor?.[0] ?? ''}`}
        label="Who, by id"
        value={search.actor?.[0] ?? ''}
        onChange={(actor) => onChange({ actor: actor === '' ? [] : [actor] })}
      />
      <Field
        key={`target ${search.target ?? ''}`}
        label="Id of what was changed"
        value={search.target ?? ''}
        onChange={(target) => onChange({ target })}
      />
      <Field
        key={`request ${search.request ?? ''}`}
        label="Request id"
        value={search.request ?? ''}
        onChange={(request) => onChange({ request })}
      />
      {filtered ? (
        <Button look="ghost" onClick={() => onChange({ outcome: [], actor: [], action: [], target: '', request: '' })}>
          Clear all
        </Button>
      ) : null}
    </div>
  );
}

function Field({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <input
        type="search"
        aria-label={label}
        placeholder={`${label}, then Enter`}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          // The cross in a search field empties it without a submit.
          if (event.target.value === '' && value !== '') onChange('');
        }}
        className={INPUT}
      />
    </form>
  );
}
