import { useNow } from './clock.ts';
import { cx } from './cx.ts';
import { absolute, inWords, relative } from './time-format.ts';
import { Tip } from './tip.tsx';

interface AgoProps {
  /** RFC 3339 instant. */
  readonly at: string;
  /** `age` writes `4 min` instead of `4 min ago`. */
  readonly form?: 'ago' | 'age';
  /** In long lists the absolute time is a title on hover, so that the Tab key does not stop at each row. */
  readonly inList?: boolean;
  readonly className?: string;
}

/** A time as its age; the absolute time in UTC on hover and focus. */
export function Ago({ at, form = 'ago', inList = false, className }: AgoProps) {
  const instant = Date.parse(at);
  const words = useNow((now) => (form === 'ago' ? relative(instant, now) : inWords(now - instant)));
  const classes = cx('num whitespace-nowrap', className);
  if (inList) {
    return (
      <time dateTime={at} title={absolute(instant)} className={classes}>
        {words}
      </time>
    );
  }
  return (
    <Tip text={absolute(instant)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the absolute time must be reachable by keyboard */}
      <time dateTime={at} tabIndex={0} className={cx(classes, 'cursor-help rounded-sm')}>
        {words}
      </time>
    </Tip>
  );
}
