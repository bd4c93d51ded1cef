import { Menu } from '@base-ui/react/menu';
import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { setTheme, type Theme, useTheme } from '../ui/theme.ts';

const CHOICES = [
  { theme: 'system', word: 'As the system', icon: Monitor },
  { theme: 'light', word: 'Light', icon: Sun },
  { theme: 'dark', word: 'Dark', icon: Moon },
] as const satisfies readonly { theme: Theme; word: string; icon: typeof Sun }[];

export function ThemeMenu() {
  const theme = useTheme();
  const Icon = CHOICES.find((choice) => choice.theme === theme)?.icon ?? Monitor;
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label="Theme"
        title="Theme"
        className="inline-flex size-7 items-center justify-center rounded-md text-ink-2 hover:bg-hover hover:text-ink"
      >
        <Icon aria-hidden className="size-4" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-40">
          <Menu.Popup className="min-w-40 rounded-lg border border-line-strong bg-raised p-1 shadow-3 outline-none">
            <Menu.RadioGroup value={theme}>
              {CHOICES.map((choice) => (
                <Menu.RadioItem
                  key={choice.theme}
                  value={choice.theme}
                  onClick={() => setTheme(choice.theme)}
                  className="flex items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-highlighted:bg-hover"
                >
                  <choice.icon aria-hidden className="size-3.5 text-ink-3" />
                  <span className="flex-1">{choice.word}</span>
                  <Menu.RadioItemIndicator>
                    <Check aria-hidden className="size-3.5 text-accent" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
