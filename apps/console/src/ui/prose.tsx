/** A sentence in which commands stand between backticks. */
export function Prose({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
      <code key={at} className="rounded-[3px] bg-sunken px-1 font-mono text-xs whitespace-nowrap text-ink">
        {part}
      </code>
    ),
  );
}
