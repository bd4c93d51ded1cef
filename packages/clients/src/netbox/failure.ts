import { type ErrorCode, FleetError } from '@fleet-manager/contract/errors';
import type { NetBoxObjectType } from './object-types.ts';

/** Why NetBox refuses a token. Each asks for another remedy. */
export type CredentialProblem = 'invalid' | 'expired' | 'disabled' | 'source-address' | 'user-inactive' | 'not-sent';

/**
 * Why a question to NetBox has no answer. What an outside system may well do is a value here; only a mistake of the
 * caller (an unknown filter) and an aborted signal are thrown.
 */
export type NetBoxFailure = {
  readonly code: ErrorCode;
  /** What happened, with the call; no secrets. */
  readonly message: string;
  /** What the operator can do about it. */
  readonly advice: string;
  readonly status?: number | undefined;
} & NetBoxFailureKind;

export type NetBoxFailureKind =
  | { readonly kind: 'credentials'; readonly problem: CredentialProblem }
  /** The token is good, and may not see this type of object. Says nothing about any other type. */
  | { readonly kind: 'forbidden'; readonly objectType: NetBoxObjectType | undefined }
  /** A setting names an object that NetBox no longer has. Never to be read as "no devices". */
  | { readonly kind: 'gone'; readonly filter: string; readonly values: readonly string[] }
  /** NetBox did not filter as asked, so its answer may hold anything. */
  | { readonly kind: 'filter-ignored'; readonly filter: string }
  | { readonly kind: 'refused' }
  /** No answer now: overloaded, restarting, unreachable, cut off. `mayBeTooMuch`: a smaller page could get through. */
  | { readonly kind: 'unavailable'; readonly mayBeTooMuch: boolean }
  /** An answer that is not NetBox's API, or of a shape that cannot be read. */
  | { readonly kind: 'unusable' }
  /** Pages that contradict each other or the count: nothing can be said to be missing from them. */
  | { readonly kind: 'unsteady' }
  | { readonly kind: 'server-error' }
  | { readonly kind: 'unsupported-version' };

/** A failure as an error, for callers that cannot go on without the answer. */
export class NetBoxError extends FleetError {
  readonly failure: NetBoxFailure;

  constructor(failure: NetBoxFailure) {
    super(failure.code, `${failure.message}; ${failure.advice}`);
    this.name = 'NetBoxError';
    this.failure = failure;
  }
}

interface About {
  /** The resource's title. */
  readonly title: string;
}

/** NetBox did not apply a filter. */
export function filterIgnored({ title }: About, filter: string, evidence: string): NetBoxFailure {
  return {
    kind: 'filter-ignored',
    code: 'FM_NETBOX_FILTER_IGNORED',
    filter,
    message: `netbox: ${title}: the filter ${filter} was ignored by the server (${evidence})`,
    advice:
      'no row of this answer is used; this NetBox release, or a proxy before it, drops the filter: report it with the release',
  };
}

/** Something that the settings name is not there. */
export function gone(filter: string, values: readonly string[], message: string, status?: number): NetBoxFailure {
  return {
    kind: 'gone',
    code: 'FM_NETBOX_FILTER_REFUSED',
    filter,
    values,
    message,
    advice: `correct the setting that names this ${filter.replace(/_id$/, '')}: it was renamed or deleted, or the token may not see it`,
    status,
  };
}

export function unsteady({ title }: About, what: string): NetBoxFailure {
  return {
    kind: 'unsteady',
    code: 'FM_OUTSIDE_PROTOCOL',
    message: `netbox: ${title}: ${what}`,
    advice: 'it is tried again at the next poll; if it stays so, look for a cache or a faulty proxy before NetBox',
  };
}

export function unusable(about: About | undefined, what: string): NetBoxFailure {
  return {
    kind: 'unusable',
    code: 'FM_OUTSIDE_PROTOCOL',
    message: `netbox: ${about === undefined ? '' : `${about.title}: `}${what}`,
    advice: 'check that the NetBox URL is its base, without "/api", and that nothing before it rewrites answers',
  };
}
