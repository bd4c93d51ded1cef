import { hubChanged } from './hub/changed.ts';
import { hubList } from './hub/list.ts';
import { hubUnchanged } from './hub/unchanged.ts';
import { ironicEvents } from './ironic/events.ts';
import { ironicPoll } from './ironic/poll.ts';
import type { BenchLine } from './lib/line.ts';
import { netboxGraphql } from './netbox/graphql.ts';
import { netboxMirror } from './netbox/mirror.ts';
import { netboxPollChanges, netboxPollIdle } from './netbox/poll.ts';

/** Every line, in the order of the table. */
export const LINES: readonly BenchLine[] = [
  netboxMirror,
  netboxPollIdle,
  netboxPollChanges,
  netboxGraphql,
  ironicPoll,
  ironicEvents,
  hubList,
  hubUnchanged,
  hubChanged,
];
