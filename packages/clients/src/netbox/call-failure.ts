import { HttpCallError } from '../http/errors.ts';
import { type CredentialProblem, gone, type NetBoxFailure } from './failure.ts';
import type { NetBoxObjectType } from './object-types.ts';
import { isObject } from './raw.ts';

const credentialTexts: readonly [RegExp, CredentialProblem, string][] = [
  [
    /invalid (v1 |v2 )?token/i,
    'invalid',
    'store a valid NetBox token; one of version 2 starts with "nbt_" and has a dot in it',
  ],
  [/token expired/i, 'expired', 'have a new token made in NetBox, or the expiry of this one moved'],
  // Redaction may take the word after "Token" for a token.
  [/token (disabled|\[redacted\])/i, 'disabled', 'have the token enabled in NetBox'],
  [
    /source ip|not permitted to authenticate/i,
    'source-address',
    "add this host's address, as NetBox sees it, to the token's allowed IPs",
  ],
  [/user inactive/i, 'user-inactive', "have the token's user activated in NetBox"],
  [
    /credentials were not provided/i,
    'not-sent',
    'a proxy on the way may drop the Authorization header: check its settings',
  ],
];

const wrongAddress = 'check that the NetBox URL is its base, without "/api", and that no log-in page stands before it';

/** Turns what a call threw into a failure. Anything that is not a failed call is thrown on. */
export function netboxFailure(error: unknown, objectType?: NetBoxObjectType): NetBoxFailure {
  if (!(error instanceof HttpCallError)) throw error;
  const { status } = error;
  const common = { code: error.code, message: error.detail, advice: error.next, status };
  if (error.kind === 'protocol') return { ...common, kind: 'unusable', advice: wrongAddress };
  if (error.kind !== 'http') return { ...common, kind: 'unavailable', mayBeTooMuch: error.kind !== 'connect' };
  if (status === 401 || status === 403) return refusal(error, objectType);
  if (status === 400) return badRequest(error);
  if (status === 404 || (status !== undefined && status >= 300 && status < 400)) {
    return { ...common, kind: 'unusable', advice: wrongAddress };
  }
  if (status === 429 || status === 502 || status === 503 || status === 504) {
    const advice = 'NetBox or the proxy before it is overloaded or restarting; it is tried again at the next poll';
    // 429 is about the number of calls; the others often about the time that a large page takes.
    return { ...common, kind: 'unavailable', mayBeTooMuch: status !== 429, advice };
  }
  if (status !== undefined && status >= 500) {
    return { ...common, kind: 'server-error', advice: "look the request id up in NetBox's log" };
  }
  return { ...common, kind: 'refused' };
}

function refusal(error: HttpCallError, objectType: NetBoxObjectType | undefined): NetBoxFailure {
  const common = { message: error.detail, status: error.status };
  const said = isObject(error.problem) && typeof error.problem.detail === 'string' ? error.problem.detail : undefined;
  for (const [pattern, problem, advice] of credentialTexts) {
    if (said !== undefined && pattern.test(said)) {
      return { ...common, kind: 'credentials', code: 'FM_NETBOX_TOKEN_REFUSED', problem, advice };
    }
  }
  // NetBox says 403 to a bad token; a 401, or a 403 that is not in its form, comes from something before it.
  if (error.status === 401 || said === undefined) {
    const advice = 'the refusal is not in the form that NetBox uses: check the proxy or firewall before it';
    return { ...common, kind: 'unusable', code: 'FM_OUTSIDE_PROTOCOL', advice };
  }
  const advice =
    objectType === undefined
      ? "give the token's user the object permissions that `fleetctl access netbox` prints"
      : `give the token's user an object permission with the action "view" on ${objectType}; \`fleetctl access netbox\` prints all of them`;
  return { ...common, kind: 'forbidden', code: 'FM_NETBOX_PERMISSION_MISSING', objectType, advice };
}

function badRequest(error: HttpCallError): NetBoxFailure {
  const { status, detail: message } = error;
  const unknown = unknownChoice(error.problem);
  if (unknown) return gone(unknown.filter, unknown.values, message, status);
  return {
    kind: 'refused',
    code: error.code,
    status,
    message,
    advice: 'NetBox does not accept the request: its release may be outside 4.2 to 4.7',
  };
}

/** The filter and the values that a 400 names, `{"site_id": ["Select a valid choice. 9 is not one of …"]}`. */
function unknownChoice(problem: unknown): { filter: string; values: string[] } | undefined {
  if (!isObject(problem)) return undefined;
  for (const [filter, said] of Object.entries(problem)) {
    const texts = (Array.isArray(said) ? said : [said]).filter((text) => typeof text === 'string');
    if (!texts.some((text) => text.startsWith('Select a valid choice'))) continue;
    const values = texts.flatMap((text) => /Select a valid choice\. (.*) is not one of/.exec(text)?.[1] ?? []);
    return { filter, values };
  }
  return undefined;
}
