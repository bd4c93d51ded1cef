import { FindingKind } from '@fleet-manager/contract/api/agents';
import type { Overview } from '@fleet-manager/contract/api/inventory';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { Panel } from '../../ui/panel.tsx';
import { FINDING_KINDS } from '../findings/kinds.ts';

/** Where the systems of record disagree. */
export function FindingsPanel({ findings }: { readonly findings: Overview['findings'] }) {
  const kinds = Object.entries(findings.byKind)
    .flatMap(([kind, count]) => {
      const parsed = FindingKind.safeParse(kind);
      return parsed.success && count > 0 ? [{ kind: parsed.data, count }] : [];
    })
    .sort((a, b) => b.count - a.count);
  return (
    <Panel
      title="Open findings"
      aside={
        <Link {...paths.findings()} className="link">
          {findings.open} open, {findings.acknowledged} acknowledged
        </Link>
      }
    >
      {kinds.length === 0 ? (
        <p className="text-ink-2">NetBox, Ironic, Nova and Placement agree, as far as the last complete sweeps saw.</p>
      ) : (
        <ul className="space-y-1">
          {kinds.map(({ kind, count }) => (
            <li key={kind}>
              <Link
                {...paths.findings({ kind: [kind] })}
                className="flex justify-between gap-4 rounded-sm hover:underline"
              >
                <span>{FINDING_KINDS[kind].title}</span>
                <span className="num font-medium">{count.toLocaleString('en')}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
