import type { Because, Device } from '@fleet-manager/contract/api/devices';
import { Database } from 'lucide-react';
import type { z } from 'zod';
import { Badge } from '../../ui/badge.tsx';
import { CONDITION_LOOK } from '../../ui/condition-status.ts';
import { Panel } from '../../ui/panel.tsx';
import { STATUS_LOOK } from '../../ui/status.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** Why the device has its status: what the status means, the sentence, and the facts it rests on. */
export function Why({ device }: { readonly device: Device }) {
  const look = STATUS_LOOK[device.operational_status];
  return (
    <Panel title={`Why ${look.word.toLowerCase()}`} aside={look.meaning}>
      <p className="text-base">{sentence(device.statusSummary)}</p>
      {device.because.length === 0 ? null : (
        <>
          <h3 className="mt-3 mb-1.5 text-xs font-medium text-ink-3">It rests on</h3>
          <ul className="space-y-1.5">
            {device.because.map((fact) => (
              <Fact key={fact.kind === 'condition' ? fact.type : fact.field} fact={fact} />
            ))}
          </ul>
        </>
      )}
      {device.alsoTrue.length === 0 ? null : (
        <div className="mt-3 flex flex-wrap items-center gap-2 border-t pt-3">
          <span className="text-xs font-medium text-ink-3">Also true, but outranked</span>
          {device.alsoTrue.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function Fact({ fact }: { readonly fact: z.infer<typeof Because> }) {
  if (fact.kind === 'netbox') {
    return (
      <li className="flex flex-wrap items-baseline gap-x-2">
        <Badge tone="quiet" icon={Database}>
          NetBox {fact.field}
        </Badge>
        <span>{fact.value}</span>
      </li>
    );
  }
  const look = CONDITION_LOOK[fact.status];
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
      <a href={`#condition-${fact.type}`} className="inline-flex">
        <Badge tone={look.tone} icon={look.icon}>
          {fact.type} is {fact.status}
        </Badge>
      </a>
      <span className="text-xs text-ink-3">{fact.reason}</span>
      <span className="text-ink-2">{fact.message}</span>
    </li>
  );
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
