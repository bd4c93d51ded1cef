import type { Problem } from '@fleet-manager/contract/api/common';
import { ERRORS, type ErrorCode, FleetError } from '@fleet-manager/contract/errors';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sqlState } from '../database/transaction.ts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

type FieldErrors = NonNullable<Problem['errors']>;

interface Described {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly errors?: FieldErrors;
  /** A fault of ours, to be logged with its stack. */
  readonly unexpected: boolean;
}

/** Turns whatever was thrown into a problem of the catalogue. Only errors of the catalogue carry their own text outside. */
export function describeError(error: unknown): Described {
  if (error instanceof FleetError) return { code: error.code, detail: error.detail, unexpected: false };
  if (error instanceof z.ZodError) return { ...invalid(zodFields(error)), unexpected: false };
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map((v) => ({ pointer: v.instancePath, detail: v.message ?? 'not valid' }));
    return { ...invalid(fields), unexpected: false };
  }
  const { code, statusCode, message } = asFastifyError(error);
  const framework = code === undefined ? undefined : FRAMEWORK[code];
  if (framework !== undefined) return { ...framework, unexpected: false };
  if (code?.startsWith('FST_ERR_CTP') || code === 'FST_ERR_BAD_URL' || (statusCode === 400 && code !== undefined))
    return { code: 'FM_INVALID_REQUEST', detail: message, unexpected: false };
  if (isDatabaseAway(error))
    return { code: 'FM_UNAVAILABLE', detail: 'the database does not answer', unexpected: true };
  return { code: 'FM_INTERNAL', detail: undefined, unexpected: true };
}

/** What Fastify refuses by itself. Its own texts repeat what the caller sent, however long. */
const FRAMEWORK: Readonly<Record<string, { readonly code: ErrorCode; readonly detail: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'FM_TOO_LARGE', detail: 'the body is over the limit of this route' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'FM_UNSUPPORTED_MEDIA_TYPE', detail: 'the API takes application/json' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'FM_ADDRESS_TOO_LONG', detail: 'one part of the path is too long' },
  FST_ERR_BAD_URL: { code: 'FM_INVALID_REQUEST', detail: 'the address holds a percent sign that starts no character' },
};

const MAX_FIELDS = 20;
const MAX_TEXT = 300;

/** A request can be wrong in a million places: the first ones tell enough. */
function invalid(all: FieldErrors): { code: 'FM_INVALID_REQUEST'; detail: string; errors: FieldErrors } {
  const errors = all.slice(0, MAX_FIELDS).map((e) => ({ pointer: cut(e.pointer), detail: cut(e.detail) }));
  const more = all.length > errors.length ? [`and ${all.length - errors.length} more`] : [];
  const detail = [...errors.map((e) => `${e.pointer}: ${e.detail}`), ...more].join('; ');
  return { code: 'FM_INVALID_REQUEST', detail, errors };
}

const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

function zodFields(error: z.ZodError): FieldErrors {
  return error.issues.map((issue) => ({ pointer: pointerOf(issue.path), detail: issue.message }));
}

/** RFC 6901. */
function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function asFastifyError(error: unknown): { code?: string; statusCode?: number; message?: string } {
  const parsed = z
    .object({ code: z.string().optional(), statusCode: z.number().optional(), message: z.string().optional() })
    .safeParse(error instanceof Error ? { ...error, message: error.message } : {});
  if (!parsed.success) return {};
  return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined));
}

const AWAY = /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT)$/;

function isDatabaseAway(error: unknown): boolean {
  const code = sqlState(error);
  if (code !== undefined && AWAY.test(code)) return true;
  return error instanceof Error && /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
}

export function problemBody(described: Described, requestId: string, instance: string): Problem {
  const entry = ERRORS[described.code];
  return {
    type: `urn:fleet-manager:problem:${described.code}`,
    title: entry.title,
    status: entry.status,
    code: described.code,
    ...(described.detail === undefined ? {} : { detail: described.detail }),
    instance,
    next: entry.next,
    requestId,
    ...(described.errors === undefined ? {} : { errors: described.errors }),
  };
}
