import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { failed, type Outcome, ok, warning } from './check.ts';

const DAY_MS = 86_400_000;
const RENEW_WITHIN_DAYS = 14;

export interface Trust {
  readonly ca?: string | undefined;
  readonly insecure?: boolean | undefined;
  /** The setting in which a CA file can be named, for the remedy. */
  readonly setting: string;
}

/** Name, port, certificate: each has its own remedy, and a client shows them all as "cannot connect". */
export async function reach(address: string, trust: Trust, signal: AbortSignal): Promise<Outcome> {
  const { hostname, port, protocol, origin } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const portNumber = Number(port) || (protocol === 'https:' ? 443 : 80);
  if (isIP(host) === 0) {
    try {
      await lookup(host);
    } catch (error) {
      return failed(
        `the name ${host} does not resolve (${codeOf(error)})`,
        'Correct the address, or have the name added to DNS.',
      );
    }
  }
  try {
    await opened(connect({ host, port: portNumber, signal }));
  } catch (error) {
    return failed(
      `nothing listens at ${host}:${portNumber} (${codeOf(error)})`,
      'Check the address and port, that the service runs, and that no firewall stands between.',
    );
  }
  if (protocol !== 'https:') return ok(`${origin} takes connections, without TLS`);
  return checkTls(host, portNumber, origin, trust);
}

async function checkTls(host: string, port: number, origin: string, trust: Trust): Promise<Outcome> {
  const socket = connectTls({
    host,
    port,
    rejectUnauthorized: false,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(trust.ca === undefined ? {} : { ca: trust.ca }),
  });
  try {
    await new Promise<void>((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
  } catch (error) {
    return failed(
      `${origin}: no TLS connection (${codeOf(error)})`,
      'Check that the port speaks TLS, or write http:// in the address.',
    );
  }
  const { valid_to: validTo } = socket.getPeerCertificate();
  const { authorized, authorizationError } = socket;
  socket.destroy();
  const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS);
  if (!authorized && trust.insecure !== true)
    return failed(
      `${origin}: its certificate is not trusted (${String(authorizationError)})`,
      `Name the file with the certificate of its authority in ${trust.setting}, or have the service given a trusted certificate.`,
    );
  if (days < RENEW_WITHIN_DAYS)
    return warning(`${origin}: its certificate ends in ${days} days`, 'Have the certificate renewed before then.');
  if (!authorized)
    return warning(
      `${origin}: its certificate is not verified, because the settings say so`,
      `Name the file with the certificate of its authority in ${trust.setting}, and verify again.`,
    );
  return ok(`${origin} takes connections; its certificate is good for ${days} days`);
}

function opened(socket: ReturnType<typeof connect>): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject).once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(codeOf).join(', ');
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
