import { Link } from '@tanstack/react-router';
import { BookOpenCheck, CircleAlert, CircleCheckBig, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { FindingRow } from '../../api/types.ts';
import { paths } from '../../app/paths.ts';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Prose } from '../../ui/prose.tsx';
import type { Tone } from '../../ui/tones.ts';
import { AcknowledgeDialog } from './acknowledge-dialog.tsx';
import { FINDING_KINDS } from './kinds.ts';

export const FINDING_STATE: Readonly<Record<FindingRow['state'], { word: string; tone: Tone; icon: LucideIcon }>> = {
  open: { word: 'Open', tone: 'warn', icon: CircleAlert },
  acknowledged: { word: 'Acknowledged', tone: 'info', icon: BookOpenCheck },
  resolved: { word: 'Resolved', tone: 'good', icon: CircleCheckBig },
};

/** One finding: what it is, what was seen, what to do, and who has taken it on. */
export function FindingCard({ finding }: { readonly finding: FindingRow }) {
  const [evidence, setEvidence] = useState(false);
  const [asking, setAsking] = useState(false);
  const kind = FINDING_KINDS[finding.kind];
  const state = FINDING_STATE[finding.state];
  const headingId = `finding-${finding.id}`;
  return (
    <article aria-labelledby={headingId} className="rounded-lg border bg-surface shadow-1">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 pt-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <Badge tone={state.tone} icon={state.icon}>
              {state.word}
            </Badge>
            <h2 id={headingId} className="text-base font-semibold">
              {kind.title}: {finding.subject}
            </h2>
          </div>
          <p className="mt-1">
            <Prose text={finding.summary} />
          </p>
        </div>
        <div className="flex gap-2">
          <Button aria-expanded={evidence} onClick={() => setEvidence(!evidence)}>
            {evidence ? 'Hide evidence' : 'Show evidence'}
          </Button>
          {finding.state === 'resolved' ? null : (
            <Button look={finding.state === 'open' ? 'primary' : 'plain'} onClick={() => setAsking(true)}>
              {finding.state === 'open' ? 'Acknowledge' : 'Change note or reopen'}
            </Button>
          )}
        </div>
      </div>
      <div className="grid gap-x-8 gap-y-2 px-4 pt-2.5 pb-3 md:grid-cols-2">
        <p className="text-ink-2">
          <span className="block text-xs font-medium text-ink-3">What this kind means</span>
          {kind.meaning}
        </p>
        <p>
          <span className="block text-xs font-medium text-ink-3">What to do</span>
          <Prose text={finding.next} />
        </p>
      </div>
      {finding.note === null && finding.acknowledgedBy === null ? null : (
        <p className="mx-4 mb-3 rounded-md bg-info-soft px-3 py-2 text-info">
          <span className="font-medium">{finding.acknowledgedBy ?? 'Somebody'}</span>
          {finding.note === null ? ' has taken it on.' : `: ${finding.note}`}
        </p>
      )}
      <footer className="flex flex-wrap gap-x-5 gap-y-1 border-t px-4 py-2 text-xs text-ink-2">
        {finding.siteSlug === null ? null : <span>{finding.siteSlug}</span>}
        {finding.devices.map((device) => (
          <Link key={device.id} {...paths.device(device.id)} className="link">
            {device.name}
          </Link>
        ))}
        <span>
          first seen <Ago at={finding.firstObservedAt} />
        </span>
        <span>
          last seen <Ago at={finding.lastObservedAt} />
        </span>
        <span className="num">
          {finding.observations} {finding.observations === 1 ? 'observation' : 'observations'}
        </span>
        {finding.resolvedAt === null ? null : (
          <span>
            resolved <Ago at={finding.resolvedAt} />
          </span>
        )}
        <span>
          by {finding.source}, {finding.scope}
        </span>
      </footer>
      {evidence ? (
        <div className="border-t p-4">
          <JsonView value={finding.evidence} label={`Evidence of ${finding.subject}`} />
        </div>
      ) : null}
      {asking ? <AcknowledgeDialog finding={finding} onClose={() => setAsking(false)} /> : null}
    </article>
  );
}
