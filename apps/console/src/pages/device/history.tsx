import { OperationalStatus } from '@fleet-manager/domain/operational-status';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowRight, History as HistoryIcon } from 'lucide-react';
import { useState } from 'react';
import { historyQuery } from '../../api/queries.ts';
import type { HistoryRow } from '../../api/types.ts';
import { QueryView } from '../../app/query-view.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckMenu } from '../../ui/check-menu.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Table, Td, Th } from '../../ui/table.tsx';
import { absolute } from '../../ui/time-format.ts';

const KINDS = [
  { value: 'status', label: 'Status' },
  { value: 'condition', label: 'Conditions' },
  { value: 'inventory', label: 'Inventory' },
] as const;

/** What changed, when and why, newest first. */
export function History({ id }: { readonly id: string }) {
  const query = useInfiniteQuery(historyQuery(id));
  const [kinds, setKinds] = useState<string[]>([]);
  const [text, setText] = useState('');
  return (
    <Panel
      title="History"
      padded={false}
      aside={
        <>
          <input
            type="search"
            aria-label="Search in the history"
            placeholder="Search in what is loaded"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="h-7 w-52 rounded-md border border-line-strong bg-surface px-2.5 text-xs text-ink placeholder:text-ink-3"
          />
          <CheckMenu label="Kind" items={KINDS} chosen={kinds} onChange={setKinds} />
        </>
      }
    >
      <QueryView query={query}>
        {(data) => {
          const entries = data.pages.flatMap((page) => page.items).filter((entry) => shows(entry, kinds, text));
          return (
            <>
              {entries.length === 0 ? (
                <Empty
                  icon={HistoryIcon}
                  title={
                    text === '' && kinds.length === 0 ? 'Nothing has changed yet' : 'Nothing in the history matches'
                  }
                >
                  <p>Every change of status, condition and NetBox field is kept here with its cause.</p>
                </Empty>
              ) : (
                <Table label="History">
                  <thead>
                    <tr>
                      <Th>When</Th>
                      <Th>What</Th>
                      <Th>Change</Th>
                      <Th>Why</Th>
                      <Th>Source</Th>
                    </tr>
                  </thead>
                  <tbody>
                    {entries.map((entry) => (
                      <Entry key={entry.id} entry={entry} />
                    ))}
                  </tbody>
                </Table>
              )}
              {query.hasNextPage ? (
                <div className="border-t p-3 text-center">
                  <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {query.isFetchingNextPage ? 'Loading' : 'Load older changes'}
                  </Button>
                </div>
              ) : null}
            </>
          );
        }}
      </QueryView>
    </Panel>
  );
}

function Entry({ entry }: { readonly entry: HistoryRow }) {
  return (
    <tr className="border-b last:border-b-0">
      <Td>
        <Ago at={entry.at} />
        <span className="num block whitespace-nowrap text-xs text-ink-3">{absolute(Date.parse(entry.at))}</span>
      </Td>
      <Td className="font-medium whitespace-nowrap">
        {entry.subject === 'operational_status' ? 'Status' : entry.subject}
      </Td>
      <Td>
        <span className="inline-flex flex-wrap items-center gap-1.5">
          <Value subject={entry.subject} value={entry.from} />
          <ArrowRight aria-label="became" className="size-3.5 text-ink-3" />
          <Value subject={entry.subject} value={entry.to} />
        </span>
      </Td>
      <Td className="min-w-64">
        {entry.message}
        <span className="block text-xs text-ink-3">{entry.reason}</span>
      </Td>
      <Td className="text-ink-2">{entry.source}</Td>
    </tr>
  );
}

function Value({ subject, value }: { readonly subject: string; readonly value: string | null }) {
  if (value === null) return <span className="text-ink-3">nothing</span>;
  const status = OperationalStatus.safeParse(value);
  if (subject === 'operational_status' && status.success) return <StatusBadge status={status.data} />;
  return <Badge tone="quiet">{value}</Badge>;
}

function shows(entry: HistoryRow, kinds: readonly string[], text: string): boolean {
  if (kinds.length > 0 && !kinds.includes(entry.kind)) return false;
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return true;
  return [entry.subject, entry.from, entry.to, entry.reason, entry.message, entry.source].some((part) =>
    part?.toLowerCase().includes(wanted),
  );
}
