import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '@fleet-manager/platform/secret';

/** What a TLS connection trusts and shows. Texts are PEM. */
export interface TlsMaterial {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: Secret | undefined;
  /** Accept any certificate. */
  readonly insecure?: boolean | undefined;
}

/** The same by file name, or as PEM text in place of a file name (documents of a password manager often hold the text itself). */
export interface TlsSettings {
  readonly cacert?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly insecure?: boolean | undefined;
}

/** Reads the files; a missing one is an error that names the setting. */
export function readTls(settings: TlsSettings): TlsMaterial {
  const key = settings.key === undefined ? undefined : new Secret(pem('key', settings.key));
  return {
    ca: settings.cacert === undefined ? undefined : pem('cacert', settings.cacert),
    cert: settings.cert === undefined ? undefined : pem('cert', settings.cert),
    // A certificate file may hold its key as well.
    key: key ?? (settings.cert === undefined ? undefined : keyInside(pem('cert', settings.cert))),
    insecure: settings.insecure,
  };
}

function keyInside(text: string): Secret | undefined {
  return text.includes('PRIVATE KEY-----') ? new Secret(text) : undefined;
}

function pem(setting: string, value: string): string {
  if (value.includes('-----BEGIN ')) return value;
  const path = value.startsWith('~/') ? join(homedir(), value.slice(2)) : value;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(
      `TLS setting ${setting}: cannot read ${path}; give the path of a PEM file, or the PEM text itself`,
      { cause },
    );
  }
  if (!text.includes('-----BEGIN '))
    throw new Error(`TLS setting ${setting}: ${path} is not a PEM file (no "-----BEGIN" line)`);
  return text;
}
