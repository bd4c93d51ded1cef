import type { GateState } from '@fleet-manager/domain/readiness';
import { CircleCheckBig, CircleQuestionMark, CircleX, type LucideIcon } from 'lucide-react';
import type { GateRow } from '../../api/types.ts';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { Prose } from '../../ui/prose.tsx';
import { TONE_TEXT, type Tone } from '../../ui/tones.ts';

const LOOK: Readonly<Record<GateState, { word: string; tone: Tone; icon: LucideIcon }>> = {
  met: { word: 'Met', tone: 'good', icon: CircleCheckBig },
  unmet: { word: 'Not met', tone: 'bad', icon: CircleX },
  unknown: { word: 'Not known', tone: 'doubt', icon: CircleQuestionMark },
};

/** What stands between the device and `ready`, and what would take each thing away. */
export function Gates({ gates }: { readonly gates: readonly GateRow[] }) {
  const met = gates.filter((gate) => gate.state === 'met').length;
  return (
    <Panel
      title="Readiness"
      padded={false}
      aside={
        <span className="num">
          {met} of {gates.length} gates met
        </span>
      }
    >
      <ol className="divide-y">
        {gates.map((gate) => {
          const look = LOOK[gate.state];
          return (
            <li key={gate.id} className="flex gap-2.5 px-4 py-2">
              <look.icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', TONE_TEXT[look.tone])} strokeWidth={2.1} />
              <div className="min-w-0 flex-1">
                <div className="flex items-baseline justify-between gap-2">
                  <span className={cx(gate.state === 'met' ? 'text-ink-2' : 'font-medium')}>{gate.title}</span>
                  <span className={cx('text-xs font-medium whitespace-nowrap', TONE_TEXT[look.tone])}>{look.word}</span>
                </div>
                {gate.state === 'met' ? null : (
                  <>
                    <p className="text-xs break-words text-ink-2">{gate.because}</p>
                    {gate.remedy === null ? null : (
                      <p className="mt-0.5 text-xs">
                        <span className="font-medium">To meet it: </span>
                        <Prose text={gate.remedy} />
                      </p>
                    )}
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
