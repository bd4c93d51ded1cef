import { Secret } from '@fleet-manager/platform/secret';

/**
 * The `Authorization` header for a NetBox token. Version 2 tokens (`nbt_<key>.<secret>`, NetBox 4.5 and later) want
 * `Bearer`, version 1 tokens want `Token`; with the wrong word some releases answer 403 "Invalid v1 token".
 * Throws when the text cannot be a token, without repeating it.
 */
export function netboxAuthorization(token: Secret): Secret {
  // Tokens come from files and password managers, which like to add a line end.
  const text = token.reveal().trim();
  if (text === '')
    throw new Error('the NetBox token is empty; give the token itself, without the word "Token" or "Bearer"');
  if (/\s/.test(text)) {
    throw new Error(
      'the NetBox token holds a space or a line break; give the token itself, without the word "Token" or "Bearer"',
    );
  }
  return new Secret(`${text.startsWith('nbt_') ? 'Bearer' : 'Token'} ${text}`);
}
