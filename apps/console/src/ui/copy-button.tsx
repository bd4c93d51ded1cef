import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button.tsx';

/** Copies a text; the icon says that it was done. */
export function CopyButton({
  text,
  label,
  className,
}: {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 1_500);
  };
  return (
    <IconButton
      icon={done ? Check : Copy}
      label={done ? 'Copied' : label}
      onClick={() => void copy()}
      {...(className === undefined ? {} : { className })}
    />
  );
}
