import type { AuditEvent } from '@fleet-manager/contract/api/audit';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Td } from '../../ui/table.tsx';
import { actionInWords, OUTCOME_LOOK } from './outcome.ts';

/** One entry; what was there before and after, and the request, on demand. */
export function AuditEntry({ entry }: { readonly entry: AuditEvent }) {
  const [open, setOpen] = useState(false);
  const look = OUTCOME_LOOK[entry.outcome];
  const detailsId = `audit-${entry.id}`;
  return (
    <>
      <tr className="border-b">
        <Td>
          <Ago at={entry.at} inList />
        </Td>
        <Td className="whitespace-nowrap">
          {entry.actorKind === 'anonymous' ? (
            <span className="text-ink-2">somebody without a log-in</span>
          ) : (
            <Link {...paths.audit({ actor: [entry.actorId] })} className="link">
              {entry.actorName}
            </Link>
          )}
          <span className="block text-xs text-ink-3">{entry.actorKind}</span>
        </Td>
        <Td>
          <span className="whitespace-nowrap">{actionInWords(entry)}</span>
          {entry.reason === null ? null : <span className="block max-w-prose text-xs text-ink-2">{entry.reason}</span>}
        </Td>
        <Td className="font-mono text-xs">
          {entry.targetId === null ? (
            <span className="font-sans text-ink-3">none</span>
          ) : (
            <Link {...paths.audit({ target: entry.targetId })} className="link break-all">
              {entry.targetId}
            </Link>
          )}
          <span className="block font-sans text-ink-3">
            {[entry.targetKind, entry.siteSlug].filter(Boolean).join(' · ')}
          </span>
        </Td>
        <Td className="whitespace-nowrap">
          <Badge tone={look.tone} icon={look.icon}>
            {look.word}
          </Badge>
          {entry.code === null ? null : (
            <span className="block pt-0.5 font-mono text-2xs text-ink-3">{entry.code}</span>
          )}
        </Td>
        <Td className="text-right">
          <Button look="ghost" aria-expanded={open} aria-controls={detailsId} onClick={() => setOpen(!open)}>
            {open ? 'Hide details' : 'Show details'}
          </Button>
        </Td>
      </tr>
      {open ? (
        <tr id={detailsId} className="border-b bg-sunken">
          <td colSpan={6} className="p-4">
            <JsonView
              value={{
                at: entry.at,
                request: entry.requestId,
                operation: entry.action,
                before: entry.before,
                after: entry.after,
              }}
              label={`Details of entry ${entry.id}`}
            />
          </td>
        </tr>
      ) : null}
    </>
  );
}
