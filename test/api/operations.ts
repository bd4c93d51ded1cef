import { z } from 'zod';
import { openApiDocument } from '../../packages/contract/src/openapi.ts';
import { routes } from '../../packages/contract/src/routes.ts';

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  schema: z.looseObject({ type: z.string().optional() }),
});
const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.looseObject({}).optional(),
  security: z.array(z.unknown()).optional(),
});
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

export interface ApiOperation {
  readonly operationId: string;
  readonly method: string;
  readonly url: string;
  readonly parameters: readonly z.output<typeof Parameter>[];
  readonly takesBody: boolean;
  readonly isOpen: boolean;
}

/** Every operation of the API document, so that what is added to it is attacked as well. */
export function operations(): readonly ApiOperation[] {
  const { paths } = Document.parse(openApiDocument(Object.values(routes)));
  return Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      url,
      parameters: operation.parameters,
      takesBody: operation.requestBody !== undefined,
      isOpen: operation.security?.length === 0,
    })),
  );
}

/** An address of the operation, with `value` in place of the named parameters of its path. */
export function addressOf(operation: ApiOperation, params: Readonly<Record<string, string>>): string {
  return operation.url.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURI(params[name] ?? '018f0000-0000-7000-8000-000000000001'),
  );
}
