import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { findingsQuery } from '../../api/queries.ts';
import { paths } from '../../app/paths.ts';
import { Panel } from '../../ui/panel.tsx';
import { Prose } from '../../ui/prose.tsx';
import { FINDING_KINDS } from '../findings/kinds.ts';

/** The findings that name this device; nothing at all when there are none. */
export function DeviceFindings({ id }: { readonly id: string }) {
  const query = useInfiniteQuery(findingsQuery({ state: ['open', 'acknowledged'] }, id));
  const findings = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (findings.length === 0) return null;
  return (
    <Panel title="Findings" aside={`${findings.length} open or acknowledged`}>
      <ul className="space-y-3">
        {findings.map((finding) => (
          <li key={finding.id} className="border-l-2 border-warn-solid pl-3">
            <Link {...paths.findings({ kind: [finding.kind] })} className="font-medium hover:underline">
              {FINDING_KINDS[finding.kind].title}
            </Link>
            <p className="text-ink-2">{finding.summary}</p>
            <p className="text-xs">
              <span className="font-medium">What to do: </span>
              <Prose text={finding.next} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
