import { type ErrorCode, FleetError } from '@fleet-manager/contract/errors';

/** An OpenStack failure whose cause is known better than its HTTP status. Names the call that met it. */
export class OpenStackError extends FleetError {
  readonly service: string;
  readonly method: string | undefined;
  readonly pathTemplate: string | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    about: { service: string; method?: string; pathTemplate?: string; cause?: unknown },
  ) {
    super(code, detail, about.cause === undefined ? undefined : { cause: about.cause });
    this.name = 'OpenStackError';
    this.service = about.service;
    this.method = about.method;
    this.pathTemplate = about.pathTemplate;
  }
}
