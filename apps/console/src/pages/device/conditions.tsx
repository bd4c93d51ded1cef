import type { Condition } from '@fleet-manager/contract/api/devices';
import { ChevronRight, Hourglass, SearchX } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useNow } from '../../ui/clock.ts';
import { CONDITION_LOOK } from '../../ui/condition-status.ts';
import { cx } from '../../ui/cx.ts';
import { JsonView } from '../../ui/json-view.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Table, Td, Th } from '../../ui/table.tsx';
import { inWords } from '../../ui/time-format.ts';

/** What is known about the device: by whom, how long ago, and the raw facts behind it. */
export function Conditions({ conditions }: { readonly conditions: readonly Condition[] }) {
  const stale = conditions.filter((condition) => condition.stale).length;
  return (
    <Panel
      title="Conditions"
      padded={false}
      aside={stale === 0 ? `${conditions.length} observed` : `${stale} of ${conditions.length} too old to count`}
    >
      {conditions.length === 0 ? (
        <Empty icon={SearchX} title="Nothing has observed this device">
          <p>
            No agent has reported on it. Check that its site has an openstack-agent and that the device is paired with a
            node.
          </p>
        </Empty>
      ) : (
        <Table label="Conditions">
          <thead>
            <tr>
              <Th className="w-0">
                <span className="sr-only">Evidence</span>
              </Th>
              <Th>Condition</Th>
              <Th>Status</Th>
              <Th>Reason</Th>
              <Th>Observed</Th>
              <Th>Changed</Th>
              <Th>Source</Th>
            </tr>
          </thead>
          <tbody>
            {conditions.map((condition) => (
              <ConditionRow key={`${condition.type} ${condition.source}`} condition={condition} />
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

function ConditionRow({ condition }: { readonly condition: Condition }) {
  const [open, setOpen] = useState(false);
  const look = CONDITION_LOOK[condition.status];
  // The hub says what is stale; while it cannot be reached, time goes on all the same.
  const countsUntil = Date.parse(condition.observedAt) + condition.freshForSeconds * 1_000;
  const overdue = useNow((now) => Number(now > countsUntil)) === 1;
  const detail = `evidence-${condition.type}-${condition.source}`;
  return (
    <Fragment>
      <tr
        id={`condition-${condition.type}`}
        className={cx('border-b target:bg-selected', condition.stale && 'bg-doubt-soft/35')}
      >
        <Td className="w-0 pr-0">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={detail}
            aria-label={`Evidence of ${condition.type}`}
            onClick={() => setOpen(!open)}
            className="flex size-5 items-center justify-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
          >
            <ChevronRight aria-hidden className={cx('size-3.5 transition-transform', open && 'rotate-90')} />
          </button>
        </Td>
        <Td className="font-medium whitespace-nowrap">{condition.type}</Td>
        <Td>
          <Badge tone={look.tone} icon={look.icon}>
            {condition.status}
          </Badge>
        </Td>
        <Td className="min-w-56">
          <span className="text-ink">{condition.message}</span>
          <span className="block text-xs text-ink-3">{condition.reason}</span>
        </Td>
        <Td className="whitespace-nowrap">
          <Ago at={condition.observedAt} />
          {condition.stale ? (
            <span className="mt-0.5 flex items-center gap-1 text-xs text-doubt">
              <Hourglass aria-hidden className="size-3" />
              Stale: was {condition.reportedStatus}
            </span>
          ) : (
            <span className={cx('block text-xs', overdue ? 'text-doubt' : 'text-ink-3')}>
              {overdue ? 'older than it counts for:' : 'counts for'} {inWords(condition.freshForSeconds * 1000)}
            </span>
          )}
        </Td>
        <Td>
          <Ago at={condition.lastTransitionAt} />
        </Td>
        <Td className="text-ink-2">{condition.source}</Td>
      </tr>
      {open ? (
        <tr id={detail} className="border-b">
          <td colSpan={7} className="bg-sunken px-4 py-3">
            <JsonView value={condition.evidence} label={`Evidence of ${condition.type}`} />
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}
