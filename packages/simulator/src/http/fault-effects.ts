import type { FaultEffect } from './fault-rule.ts';

type ListFault = Extract<FaultEffect, { kind: 'empty-list' | 'next-host' }>;

/** Changes the lists of a JSON body as the fault says; a body that is not a JSON object is left as it is. */
export function changeLists(body: string, effect: ListFault): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return body;
  }
  if (!isRecord(parsed)) return body;
  return JSON.stringify(effect.kind === 'empty-list' ? emptied(parsed) : rehosted(parsed, effect));
}

function emptied(body: Record<string, unknown>): Record<string, unknown> {
  const answer: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    if (key.endsWith('_links')) continue;
    if (key === 'next' && !('results' in body)) continue;
    if (Array.isArray(value)) answer[key] = [];
    else if (key === 'count') answer[key] = 0;
    else if (key === 'next' || key === 'previous') answer[key] = null;
    else answer[key] = value;
  }
  return answer;
}

function rehosted(body: Record<string, unknown>, effect: { host: string; scheme?: string | undefined }) {
  const move = (url: string) => {
    const moved = new URL(url);
    moved.host = effect.host;
    if (effect.scheme !== undefined) moved.protocol = effect.scheme;
    return moved.toString();
  };
  const answer: Record<string, unknown> = { ...body };
  if (typeof body.next === 'string') answer.next = move(body.next);
  for (const [key, value] of Object.entries(body)) {
    if (!key.endsWith('_links') || !Array.isArray(value)) continue;
    answer[key] = value.map((link: unknown) =>
      isRecord(link) && typeof link.href === 'string' ? { ...link, href: move(link.href) } : link,
    );
  }
  return answer;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
