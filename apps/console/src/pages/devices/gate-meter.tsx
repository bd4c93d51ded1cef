/** How many readiness gates are met, as number and bar. */
export function GateMeter({ met, total }: { readonly met: number; readonly total: number }) {
  return (
    <span className="flex items-center gap-2">
      <span className="num w-9 shrink-0">
        {met}/{total}
      </span>
      <span aria-hidden className="h-1 w-8 overflow-hidden rounded-full bg-quiet-soft">
        <span
          className={`block h-full rounded-full ${met === total ? 'bg-good-solid' : 'bg-calm-solid'}`}
          style={{ width: `${total === 0 ? 0 : (met / total) * 100}%` }}
        />
      </span>
    </span>
  );
}
