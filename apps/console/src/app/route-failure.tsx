import { type ErrorComponentProps, Link, useLocation, useRouter } from '@tanstack/react-router';
import { toHubError } from '../api/hub-error.ts';
import { buttonClass } from '../ui/button.tsx';
import { Failure } from '../ui/states.tsx';
import { paths } from './paths.ts';
import { SearchError } from './search.ts';
import { useTitle } from './use-title.ts';

/** A page that could not be shown at all. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const pathname = useLocation({ select: (location) => location.pathname });
  useTitle('Something failed');
  const badAddress = searchErrorOf(error);
  if (badAddress !== undefined) {
    return (
      <Failure
        heading
        title="The address holds a filter that the console does not know"
        detail={badAddress.message}
        next="Correct the address, or open the page without filters."
        action={
          <Link to={pathname} search={{}} className={buttonClass('primary')}>
            Open without filters
          </Link>
        }
      />
    );
  }
  const shown = toHubError(error);
  return (
    <Failure
      heading
      title={shown.title}
      detail={shown.detail}
      next={shown.next}
      code={shown.code}
      requestId={shown.requestId}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
      action={
        <Link {...paths.overview()} className={buttonClass()}>
          Go to the overview
        </Link>
      }
    />
  );
}

/** The router wraps what `validateSearch` throws. */
function searchErrorOf(error: unknown): SearchError | undefined {
  if (error instanceof SearchError) return error;
  return error instanceof Error && error.cause instanceof SearchError ? error.cause : undefined;
}
