import { FleetError } from '@fleet-manager/contract/errors';

/** A clouds file, or what stands in it, cannot be used. Says where, and shows what would be right. */
export class CloudConfigError extends FleetError {
  readonly file: string | undefined;
  readonly line: number | undefined;
  /** Lines of YAML that would be right in that place. */
  readonly example: string | undefined;

  constructor(
    problem: string,
    at: { file?: string | undefined; line?: number | undefined; example?: string; cause?: unknown } = {},
  ) {
    const where = at.file === undefined ? '' : at.line === undefined ? `${at.file}: ` : `${at.file}:${at.line}: `;
    const example = at.example === undefined ? '' : `\nFor example:\n${at.example.replaceAll(/^/gm, '  ')}`;
    super('FM_CLOUDS_INVALID', where + problem + example, at.cause === undefined ? {} : { cause: at.cause });
    this.name = 'CloudConfigError';
    this.file = at.file;
    this.line = at.line;
    this.example = at.example;
  }
}

export const cloudExample = `clouds:
  site-a:
    auth_type: v3applicationcredential
    auth:
      auth_url: https://keystone.example/v3
      application_credential_id: 6f1f9a…
      application_credential_secret: …
    region_name: RegionOne`;
