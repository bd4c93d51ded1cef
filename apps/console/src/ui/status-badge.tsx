import { OperationalStatus } from '@fleet-manager/domain/operational-status';
import { Badge } from './badge.tsx';
import { STATUS_LOOK } from './status.ts';

/** The statuses in display order, checked against the domain's list. */
export const STATUS_ORDER: readonly OperationalStatus[] = Object.keys(STATUS_LOOK).flatMap((key) => {
  const parsed = OperationalStatus.safeParse(key);
  return parsed.success ? [parsed.data] : [];
});

/** An operational status as icon, word and colour. */
export function StatusBadge({
  status,
  size = 'sm',
}: {
  readonly status: OperationalStatus;
  readonly size?: 'sm' | 'lg';
}) {
  const look = STATUS_LOOK[status];
  return (
    <Badge tone={look.tone} icon={look.icon} size={size}>
      {look.word}
    </Badge>
  );
}
