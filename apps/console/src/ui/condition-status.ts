import type { ConditionStatus } from '@fleet-manager/domain/condition';
import { CircleCheck, CircleQuestionMark, CircleSlash, type LucideIcon } from 'lucide-react';
import type { Tone } from './tones.ts';

/** True and False are facts, not praise and blame: several types are good news when False. Unknown is doubt. */
export const CONDITION_LOOK: Readonly<Record<ConditionStatus, { tone: Tone; icon: LucideIcon }>> = {
  True: { tone: 'calm', icon: CircleCheck },
  False: { tone: 'quiet', icon: CircleSlash },
  Unknown: { tone: 'doubt', icon: CircleQuestionMark },
};
