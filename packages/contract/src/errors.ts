/**
 * Every error that Fleet Manager answers or prints, in one place. `title` is stable, `next` tells the reader what to do.
 * Codes are part of the contract: they are never reused.
 */
export const ERRORS = {
  FM_INVALID_REQUEST: {
    status: 400,
    retryable: false,
    title: 'The request is not valid',
    next: 'Correct the fields that `errors` names.',
  },
  FM_INVALID_CURSOR: {
    status: 400,
    retryable: false,
    title: 'The cursor is not valid',
    next: 'Start again without a cursor.',
  },
  FM_UNAUTHENTICATED: {
    status: 401,
    retryable: false,
    title: 'No valid credential',
    next: 'Log in again, or give a valid token.',
  },
  FM_LOGIN_CODE_INVALID: {
    status: 401,
    retryable: false,
    title: 'The one-time code is used up, expired or wrong',
    next: 'Start again to get a new one, or ask for one with `fleetctl login-link`.',
  },
  FM_FORBIDDEN: {
    status: 403,
    retryable: false,
    title: 'Not permitted',
    next: 'Ask an administrator for the permission that `detail` names.',
  },
  FM_NOT_FOUND: {
    status: 404,
    retryable: false,
    title: 'Not found',
    next: 'Check the address; the thing may have been deleted, or belong to a site you may not see.',
  },
  FM_METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    title: 'The address does not take this method',
    next: 'Use one of the methods that the Allow header names.',
  },
  FM_CONFLICT: {
    status: 409,
    retryable: true,
    title: 'In conflict with the present state',
    next: 'Read the resource again and repeat.',
  },
  FM_COVERAGE_GAP: {
    status: 409,
    retryable: true,
    title: 'A report before this one is missing',
    next: 'Send a full report.',
  },
  FM_PRECONDITION_FAILED: {
    status: 412,
    retryable: false,
    title: 'Somebody changed it first',
    next: 'Read it again, and repeat with the new ETag.',
  },
  FM_PRECONDITION_REQUIRED: {
    status: 428,
    retryable: false,
    title: 'If-Match is missing',
    next: 'Send the ETag of the version you read in If-Match.',
  },
  FM_IDEMPOTENCY_MISMATCH: {
    status: 422,
    retryable: false,
    title: 'The Idempotency-Key was used for another request',
    next: 'Use a new key for a new request.',
  },
  FM_UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    retryable: false,
    title: 'The body is of a type that is not understood',
    next: 'Send JSON, with `Content-Type: application/json`.',
  },
  FM_ADDRESS_TOO_LONG: {
    status: 414,
    retryable: false,
    title: 'The address is too long',
    next: 'Shorten the part that `detail` names.',
  },
  FM_HEADERS_TOO_LARGE: {
    status: 431,
    retryable: false,
    title: 'The request headers are too large',
    next: 'Send fewer or shorter headers; a long filter makes a long address, which counts too.',
  },
  FM_REQUEST_TIMEOUT: {
    status: 408,
    retryable: true,
    title: 'The request did not arrive in time',
    next: 'Check the path to the hub, and repeat.',
  },
  FM_TOO_LARGE: { status: 413, retryable: false, title: 'The request is too large', next: 'Send it in smaller parts.' },
  FM_INTERNAL: {
    status: 500,
    retryable: true,
    title: 'A fault in Fleet Manager',
    next: 'Repeat; if it stays, report the request id.',
  },
  FM_UNAVAILABLE: { status: 503, retryable: true, title: 'Not ready', next: 'Wait and repeat.' },

  FM_SETTINGS_INVALID: {
    status: 400,
    retryable: false,
    title: 'The settings are not valid',
    next: 'Correct the line that is named; an example follows it.',
  },
  FM_ALREADY_RUNNING: {
    status: 409,
    retryable: false,
    title: 'Another Fleet Manager runs on this data',
    next: 'Stop it, or give another --data.',
  },
  FM_PORT_TAKEN: {
    status: 409,
    retryable: false,
    title: 'The port is taken',
    next: 'Free it, or give another --port.',
  },
  FM_DATABASE_UNREACHABLE: {
    status: 503,
    retryable: true,
    title: 'The database does not answer',
    next: 'Check that PostgreSQL runs and that FM_DATABASE_URL is right.',
  },
  FM_DATABASE_SCHEMA: {
    status: 500,
    retryable: false,
    title: 'The database schema does not fit this version',
    next: 'Run the version that made it or a newer one; a migration that was applied is never changed.',
  },
  FM_NO_CONTEXT: {
    status: 400,
    retryable: false,
    title: 'No hub is known',
    next: 'Run `npm start` first, or give --hub and --token-file.',
  },
  FM_HUB_UNREACHABLE: {
    status: 503,
    retryable: true,
    title: 'The hub does not answer',
    next: 'Check that it runs and that the address is right.',
  },

  FM_AGENT_OUTDATED: {
    status: 500,
    retryable: false,
    title: 'The agent is older than its hub',
    next: 'Upgrade the satellite to the version of the hub.',
  },
  FM_OUTSIDE_TIMEOUT: {
    status: 504,
    retryable: true,
    title: 'An outside system did not answer in time',
    next: 'Check the system and the path to it.',
  },
  FM_OUTSIDE_UNREACHABLE: {
    status: 502,
    retryable: true,
    title: 'An outside system cannot be reached',
    next: 'Check address, network and TLS.',
  },
  FM_OUTSIDE_PROTOCOL: {
    status: 502,
    retryable: true,
    title: 'An outside system gave an answer that cannot be read',
    next: 'Check what stands between: a proxy may cut or rewrite answers.',
  },
  FM_OUTSIDE_HTTP: {
    status: 502,
    retryable: false,
    title: 'An outside system refused the call',
    next: 'Read its message in `detail`.',
  },
  FM_OPENSTACK_CREDENTIAL_REFUSED: {
    status: 502,
    retryable: false,
    title: 'Keystone refused the credential',
    next: 'Check the clouds.yaml: wrong, expired or deleted application credential.',
  },
  FM_OPENSTACK_ACCESS_RULE_MISSING: {
    status: 502,
    retryable: false,
    title: 'The application credential lacks an access rule',
    next: 'Make a new application credential with the rules of `fleetctl access openstack`.',
  },
  FM_OPENSTACK_SERVICE_TYPE_UNSET: {
    status: 502,
    retryable: false,
    title: 'The service refuses every access-rule credential',
    next: 'Set `[keystone_authtoken] service_type` in that service.',
  },
  FM_OPENSTACK_SERVICE_ABSENT: {
    status: 502,
    retryable: false,
    title: 'The service is not in the catalog',
    next: 'Add it to the catalog, or give its address as `<service>_endpoint_override`.',
  },
  FM_OPENSTACK_VERSION_UNSUPPORTED: {
    status: 502,
    retryable: false,
    title: 'The service is too old or too new',
    next: 'See the supported versions in docs/supported-versions.md.',
  },
  FM_CLOUDS_INVALID: {
    status: 400,
    retryable: false,
    title: 'The clouds.yaml cannot be used',
    next: 'Correct the line that is named.',
  },
  FM_NETBOX_TOKEN_REFUSED: {
    status: 502,
    retryable: false,
    title: 'NetBox refused the token',
    next: 'Check the token, its expiry and its allowed addresses.',
  },
  FM_NETBOX_PERMISSION_MISSING: {
    status: 502,
    retryable: false,
    title: 'The NetBox token lacks a permission',
    next: 'Grant the object permissions of `fleetctl access netbox`.',
  },
  FM_NETBOX_FILTER_REFUSED: {
    status: 502,
    retryable: false,
    title: 'NetBox refused a filter',
    next: 'The settings point at something that is gone from NetBox: correct them.',
  },
  FM_NETBOX_FILTER_IGNORED: {
    status: 502,
    retryable: false,
    title: 'NetBox ignored a filter',
    next: 'Check the NetBox version; report this.',
  },
  FM_NETBOX_SUDDEN_DROP: {
    status: 502,
    retryable: true,
    title: 'NetBox lists far fewer objects than before',
    next: 'Nothing was deleted. Check the permissions and constraints of the token; if the objects are really gone, set hub.netbox.allowMassDeletion: true until they are.',
  },
  FM_NETBOX_VERSION_UNSUPPORTED: {
    status: 502,
    retryable: false,
    title: 'This NetBox is not supported',
    next: 'Use NetBox 4.2 to 4.7.',
  },
} as const satisfies Record<string, ErrorEntry>;

export interface ErrorEntry {
  /** HTTP status when the hub answers with it. */
  readonly status: number;
  readonly retryable: boolean;
  readonly title: string;
  readonly next: string;
}

export type ErrorCode = keyof typeof ERRORS;

/** An error of the catalogue. `detail` is for people and never holds a secret. */
export class FleetError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;

  constructor(code: ErrorCode, detail: string, options?: { cause?: unknown }) {
    super(`${ERRORS[code].title}: ${detail}`, options);
    this.name = 'FleetError';
    this.code = code;
    this.detail = detail;
  }

  get next(): string {
    return ERRORS[this.code].next;
  }
}
