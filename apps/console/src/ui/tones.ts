/** What a colour says. A tone never stands alone: a word, and mostly an icon, says the same. */
export type Tone = 'good' | 'info' | 'calm' | 'busy' | 'warn' | 'bad' | 'doubt' | 'quiet';

/** Whole class names, so that the stylesheet's build can see them. */
export const TONE_SOFT: Readonly<Record<Tone, string>> = {
  good: 'bg-good-soft text-good',
  info: 'bg-info-soft text-info',
  calm: 'bg-calm-soft text-calm',
  busy: 'bg-busy-soft text-busy',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  doubt: 'bg-doubt-soft text-doubt',
  quiet: 'bg-quiet-soft text-quiet',
};

export const TONE_TEXT: Readonly<Record<Tone, string>> = {
  good: 'text-good',
  info: 'text-info',
  calm: 'text-calm',
  busy: 'text-busy',
  warn: 'text-warn',
  bad: 'text-bad',
  doubt: 'text-doubt',
  quiet: 'text-quiet',
};

export const TONE_SOLID: Readonly<Record<Tone, string>> = {
  good: 'bg-good-solid',
  info: 'bg-info-solid',
  calm: 'bg-calm-solid',
  busy: 'bg-busy-solid',
  warn: 'bg-warn-solid',
  bad: 'bg-bad-solid',
  doubt: 'bg-doubt-solid',
  quiet: 'bg-quiet-solid',
};
