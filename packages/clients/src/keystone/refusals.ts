import type { CallIdentity } from '../http/hooks.ts';
import type { HttpRuntime } from '../http/runtime.ts';
import { OpenStackError } from './errors.ts';

/** For this long a refused call is not worth another log-in. */
const rememberMs = 5 * 60_000;

/**
 * Remembers which calls services let in and which they answered with 401. A missing access rule, a service whose
 * middleware does not know its own type, and an expired token all look the same in one answer; only several tell.
 */
export class RefusalBook {
  readonly #runtime: HttpRuntime;
  readonly #accepted = new Map<string, Set<string>>();
  readonly #refused = new Map<string, Map<string, number>>();

  constructor(runtime: HttpRuntime) {
    this.#runtime = runtime;
  }

  accepted(call: CallIdentity): void {
    const known = this.#accepted.get(call.service) ?? new Set();
    this.#accepted.set(call.service, known.add(key(call)));
    this.#refused.get(call.service)?.delete(key(call));
  }

  refusedLately(call: CallIdentity): boolean {
    const at = this.#refused.get(call.service)?.get(key(call));
    return at !== undefined && this.#runtime.now() - at < rememberMs;
  }

  /** Notes a 401 given to a fresh token, and says what it means. */
  explain(call: CallIdentity, cause: unknown): OpenStackError {
    const known = this.#refused.get(call.service) ?? new Map<string, number>();
    this.#refused.set(call.service, known);
    if (!this.refusedLately(call)) known.set(key(call), this.#runtime.now());
    const about = { service: call.service, method: call.method, pathTemplate: call.pathTemplate, cause };
    const accepted = this.#accepted.get(call.service)?.size ?? 0;
    if (accepted === 0 && known.size > 1) {
      return new OpenStackError(
        'FM_OPENSTACK_SERVICE_TYPE_UNSET',
        `${call.service} answers 401 to every call (${[...known.keys()].join(', ')}) although Keystone has just issued the token`,
        about,
      );
    }
    const doubt =
      accepted === 0 ? `; or ${call.service} lacks [keystone_authtoken] service_type, which refuses every call` : '';
    return new OpenStackError(
      'FM_OPENSTACK_ACCESS_RULE_MISSING',
      `${call.service} ${call.method} ${call.pathTemplate}: 401 with a fresh token${doubt}`,
      about,
    );
  }
}

function key(call: CallIdentity): string {
  return `${call.method} ${call.pathTemplate}`;
}
