// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
// biome-ignore-all lint/a11y/useSemanticElements: a group, not a landmark
import { CopyButton } from './copy-button.tsx';

/** Raw facts, as they came. */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <div className="relative min-w-0">
      <div className="absolute top-1.5 right-2">
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      <pre
        tabIndex={0}
        aria-label={label}
        role="group"
        className="max-h-160 overflow-auto rounded-md border bg-sunken p-3 pr-10 font-mono text-xs leading-5 text-ink-2"
      >
        {text}
      </pre>
    </div>
  );
}
