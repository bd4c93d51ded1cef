import { access } from 'node:fs/promises';
import path from 'node:path';
import type { IronicInstance } from '@fleet-manager/domain/device-class';
import { contextFilePath, readContext } from '@fleet-manager/platform/context';
import { loadSiteFile } from '@fleet-manager/platform/settings/site-file';
import { EXIT } from '../../exit-code.ts';
import { Failure } from '../../failure.ts';
import { printValue } from '../../output/print.ts';
import type { GlobalOptions } from '../options.ts';
import type { Check, CheckResult } from './check.ts';
import { Found } from './found.ts';
import { netboxChecks } from './netbox-checks.ts';
import { openstackChecks } from './openstack-checks.ts';
import { pairingCheck } from './pairing-check.ts';
import { runChecks } from './run-checks.ts';
import { hubChecks, siteChecks } from './site-checks.ts';

export interface DoctorOptions extends GlobalOptions {
  readonly site?: string;
  /** Seconds for one check. */
  readonly timeout: string;
}

/** Checks a site file against the real systems. Exit code 1 when something must be mended. */
export async function runDoctor(options: DoctorOptions): Promise<void> {
  const seconds = Number(options.timeout);
  if (!Number.isFinite(seconds) || seconds <= 0 || seconds > 3600)
    throw new Failure(`--timeout ${options.timeout}: give seconds, up to 3600`, 'Such as --timeout 60.', EXIT.usage);
  const context = await readContext(contextFilePath(), options.context);
  const siteFile = options.site ?? (await siteFileNear(context?.tokenFile));
  // Without --site the hub of the context belongs to the file; a file that is named may belong to another.
  const hubUrl = options.hub ?? process.env.FM_HUB_URL ?? (options.site === undefined ? context?.hubUrl : undefined);
  const found = new Found(path.resolve(siteFile), hubUrl);
  try {
    const results = await runChecks(await checksFor(found.siteFile), found, {
      deadlineMs: seconds * 1000,
      onStart: (title) => process.stderr.write(`checking ${title} …\n`),
    });
    if (options.output === 'table') process.stdout.write(render(results));
    else printValue(options.output, results);
    if (results.some((result) => result.state === 'failed')) process.exitCode = EXIT.failed;
  } finally {
    await found.close();
  }
}

/** The checks of a site, in the order in which what they find is to be mended. */
async function checksFor(siteFile: string): Promise<Check<Found>[]> {
  const openstack = await loadSiteFile(siteFile).then(
    (settings) => settings.satellite.openstack,
    // The first check says what is wrong with it.
    () => undefined,
  );
  const instances = (['overcloud', 'undercloud'] satisfies IronicInstance[]).filter(
    (one) => openstack?.[one] !== undefined,
  );
  return [
    ...siteChecks,
    ...hubChecks,
    ...netboxChecks,
    ...instances.flatMap((instance) => openstackChecks(instance)),
    pairingCheck(instances),
  ];
}

/** `npm start` keeps its site file in its data folder, above or beside the token. */
async function siteFileNear(tokenFile: string | undefined): Promise<string> {
  if (tokenFile !== undefined) {
    const folder = path.dirname(tokenFile);
    for (const file of [path.join(folder, 'site.yaml'), path.join(folder, '..', 'site.yaml')]) {
      const there = await access(file).then(
        () => true,
        () => false,
      );
      if (there) return file;
    }
  }
  throw new Failure(
    'No site file is known',
    'Give --site FILE (docs/site-file.md says what stands in it).',
    EXIT.usage,
  );
}

const MARKS = { ok: '✓', warning: '!', failed: '✗', skipped: '-' } as const;

function render(results: readonly CheckResult[]): string {
  const lines = results.flatMap(({ id, state, detail, next, skips }) => [
    `${MARKS[state]} ${id}: ${detail.replaceAll('\n', '\n    ')}`,
    ...(next === null ? [] : [`    mend: ${next}`]),
    ...(skips.length === 0 ? [] : [`    skipped because of it: ${skips.join(', ')}`]),
  ]);
  const count = (state: CheckResult['state']) => results.filter((result) => result.state === state).length;
  const sum = `${count('ok')} good, ${count('warning')} to note, ${count('failed')} failed, ${count('skipped')} skipped`;
  return `${lines.join('\n')}\n${sum}\n`;
}
