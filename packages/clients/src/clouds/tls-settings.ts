import type { TlsSettings } from '../http/tls.ts';
import type { Locate, Tree } from './document.ts';
import { CloudConfigError } from './errors.ts';

/** `insecure` beats everything, `verify: false` beats `cacert`; `verify` may also be the path of a CA file. */
export function tlsSettings(config: Tree, at: Locate): TlsSettings {
  const insecure = truth(config.insecure, 'insecure', at) ?? false;
  const verifyPath = typeof config.verify === 'string' && /[/.~]/.test(config.verify) ? config.verify : undefined;
  const verify = verifyPath === undefined ? (truth(config.verify, 'verify', at) ?? true) : true;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const client = { cert: text(config.cert), key: text(config.cert) === undefined ? undefined : text(config.key) };
  if (insecure || !verify) return { ...client, insecure: true };
  return { ...client, cacert: text(config.cacert) ?? verifyPath, insecure: false };
}

function truth(value: unknown, key: string, at: Locate): boolean | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value;
  const word = String(value).toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  throw new CloudConfigError(`"${key}" must be true or false, not ${JSON.stringify(value)}`, {
    ...at([key]),
    example: `${key}: true`,
  });
}
