import { Menu } from '@base-ui/react/menu';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { cx } from './cx.ts';

export interface CheckItem {
  readonly value: string;
  readonly label: ReactNode;
  /** How many devices have it, where that is known. */
  readonly count?: number;
}

interface CheckMenuProps {
  readonly label: string;
  readonly items: readonly CheckItem[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  readonly empty?: string;
}

/** A menu of alternatives of which any number may be chosen; it stays open while choosing. */
export function CheckMenu({ label, items, chosen, onChange, empty = 'Nothing to choose from' }: CheckMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger className={cx(buttonClass('plain'), chosen.length > 0 && 'border-accent bg-accent-soft')}>
        {label}
        {chosen.length === 0 ? null : (
          <span className="num rounded-sm bg-accent px-1 text-2xs leading-4 text-accent-ink">{chosen.length}</span>
        )}
        <ChevronDown aria-hidden className="size-3.5 text-ink-3" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className="z-40">
          <Menu.Popup className="max-h-[min(60vh,26rem)] min-w-52 overflow-y-auto rounded-lg border border-line-strong bg-raised p-1 shadow-3 outline-none">
            {items.length === 0 ? <div className="px-2 py-1.5 text-ink-3">{empty}</div> : null}
            {items.map((item) => (
              <Menu.CheckboxItem
                key={item.value}
                checked={chosen.includes(item.value)}
                closeOnClick={false}
                onCheckedChange={(checked) =>
                  onChange(checked ? [...chosen, item.value] : chosen.filter((value) => value !== item.value))
                }
                className="flex cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-highlighted:bg-hover"
              >
                <span className="flex size-3.5 shrink-0 items-center justify-center rounded-[3px] border border-line-strong">
                  <Menu.CheckboxItemIndicator>
                    <Check aria-hidden className="size-3 text-accent" strokeWidth={3} />
                  </Menu.CheckboxItemIndicator>
                </span>
                <span className="min-w-0 flex-1 truncate">{item.label}</span>
                {item.count === undefined ? null : (
                  <span className="num pl-4 text-xs text-ink-3">{item.count.toLocaleString('en')}</span>
                )}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
