import type { ReactNode } from 'react';
import { toHubError } from '../api/hub-error.ts';
import { Failure, Skeleton } from '../ui/states.tsx';

interface QueryLike<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** The three answers of a query: not yet, failed with nothing to show, data. Old data stays when a later read fails. */
export function QueryView<T>({
  query,
  rows,
  children,
}: {
  readonly query: QueryLike<T>;
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Skeleton {...(rows === undefined ? {} : { rows })} />;
  const shown = toHubError(query.error);
  return (
    <Failure
      title={shown.title}
      detail={shown.detail}
      next={shown.next}
      code={shown.code}
      requestId={shown.requestId}
      onRetry={() => void query.refetch()}
    />
  );
}
