/** Exit codes of fleetctl; after sysexits.h where it has one. */
export const EXIT = {
  ok: 0,
  failed: 1,
  /** Stopped at a step that needs a person. */
  handoff: 2,
  usage: 64,
  /** Something it depends on does not answer. */
  unavailable: 69,
  tryAgain: 75,
  notPermitted: 77,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
