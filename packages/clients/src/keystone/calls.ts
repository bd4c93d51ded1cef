import { defineCalls } from '../http/calls.ts';

/**
 * Keystone, as far as a client of other services needs it. Both calls go out without a token, and Keystone asks no access
 * rule for them. The base is the address of the API root (for `versions`) or of version 3.
 */
export const keystoneCalls = defineCalls('identity', {
  versions: { method: 'GET', path: '/', ok: [300], anonymous: true },
  issueToken: { method: 'POST', path: '/auth/tokens', idempotent: true, anonymous: true },
});
