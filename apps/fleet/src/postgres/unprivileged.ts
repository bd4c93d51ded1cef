import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface UnprivilegedAccount {
  readonly uid: number;
  readonly gid: number;
  /** Put before a command to run it as that account. */
  readonly prefix: readonly string[];
}

const execFileAsync = promisify(execFile);

/**
 * PostgreSQL refuses to run as root. Under root it runs as `postgres` where that account exists, else as `nobody`, but with
 * the capability to pass directories that only root may enter: a clone often lies under /root.
 * Null when we are not root, and can simply start it.
 */
export async function unprivileged(): Promise<UnprivilegedAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = (await account('postgres')) ?? (await account('nobody')) ?? { uid: 65534, gid: 65534 };
  const plain = ['setpriv', '--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  const capable = [...plain, '--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'];
  const allowed = await execFileAsync(capable[0] ?? '', [...capable.slice(1), '--', 'true']).then(
    () => true,
    () => false,
  );
  return { uid, gid, prefix: [...(allowed ? capable : plain), '--'] };
}

async function account(name: string): Promise<{ uid: number; gid: number } | null> {
  const { stdout } = await execFileAsync('getent', ['passwd', name]).catch(() => ({ stdout: '' }));
  const [, , uid, gid] = stdout.split(':');
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}
