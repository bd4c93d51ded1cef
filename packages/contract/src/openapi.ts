import { z } from 'zod';
import { Problem } from './api/common.ts';
import { ERRORS } from './errors.ts';
import { problemsOf } from './problems.ts';
import type { Route, RouteLink } from './route.ts';
import { TAGS } from './tags.ts';

type Json = Record<string, unknown>;

const ETAG = { description: 'Version of the answer', required: true, schema: { type: 'string' } } as const;
const IF_NONE_MATCH = {
  name: 'if-none-match',
  in: 'header',
  required: false,
  description: 'ETag of an answer that the caller still holds: 304 says that it is good',
  schema: { type: 'string' },
} as const;
const REQUEST_ID = {
  description: 'Names this request in the log of the hub',
  required: true,
  schema: { type: 'string' },
} as const;

/**
 * The OpenAPI 3.1 document of the routes, from the same schemas that validate. Named schemas (`meta({ id })`) become
 * components. Requests are described as a caller writes them (before defaults), answers as they are sent.
 */
export function openApiDocument(routes: readonly Route[]): Json {
  const components: Record<string, Json> = {};
  const paths: Record<string, Record<string, Json>> = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
    extract(z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json, components);
  const problem = schemaOf(Problem, 'output');

  for (const route of routes) {
    const parameters = [
      ...parametersOf(route.params, 'path', schemaOf),
      ...parametersOf(route.query, 'query', schemaOf),
      ...parametersOf(route.headers, 'header', schemaOf),
      ...(route.etag === 'content' ? [IF_NONE_MATCH] : []),
    ];
    const responses: Record<string, Json> = {};
    for (const [status, schema] of Object.entries(route.responses)) {
      const type = route.stream === true ? 'text/event-stream' : 'application/json';
      responses[status] =
        status === '204'
          ? { description: 'Done', headers: headersOf() }
          : {
              description: route.summary,
              headers: headersOf(route.etag === undefined ? {} : { ETag: ETAG }),
              content: { [type]: { schema: schemaOf(schema, 'output') } },
              ...(route.links === undefined ? {} : { links: linksOf(route.links) }),
            };
    }
    if (route.etag === 'content') responses['304'] = { description: 'Unchanged', headers: headersOf({ ETag: ETAG }) };
    for (const [status, codes] of problemsOf(route)) responses[status] = problemResponse(codes, problem);
    const operation: Json = {
      operationId: route.operationId,
      summary: route.summary,
      tags: [route.tag],
      ...(route.permission === null ? { security: [] } : { 'x-permission': route.permission }),
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(route.body === undefined
        ? {}
        : {
            requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } },
          }),
      responses,
    };
    paths[route.url] = { ...paths[route.url], [route.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fleet Manager hub',
      version: '1',
      description: 'Every path is served with and without a trailing slash.',
    },
    servers: [{ url: '/', description: 'The hub that serves this document' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ bearer: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'fm_session' },
      },
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => a.localeCompare(b))),
    },
  };
}

function headersOf(own: Readonly<Record<string, Json>> = {}): Json {
  return { 'X-Request-Id': REQUEST_ID, ...own };
}

function linksOf(links: Readonly<Record<string, RouteLink>>): Json {
  return Object.fromEntries(
    Object.entries(links).map(([name, { operationId, parameters }]) => [name, { operationId, parameters }]),
  );
}

function problemResponse(codes: readonly (keyof typeof ERRORS)[], schema: Json): Json {
  const headers = codes.includes('FM_UNAUTHENTICATED')
    ? { 'WWW-Authenticate': { description: 'How to authenticate', required: true, schema: { type: 'string' } } }
    : codes.includes('FM_UNAVAILABLE')
      ? { 'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'string' } } }
      : {};
  return {
    description: codes.map((code) => `${ERRORS[code].title} (\`${code}\`)`).join(', or '),
    headers: headersOf(headers),
    content: { 'application/problem+json': { schema } },
  };
}

function parametersOf(
  schema: z.ZodObject | undefined,
  where: 'path' | 'query' | 'header',
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => Json,
): Json[] {
  if (schema === undefined) return [];
  return Object.entries(schema.shape).map(([name, value]) => {
    // Lists (repeated or comma-separated) and numbers are parsed from text: their written form is that of their output.
    const io = value instanceof z.ZodDefault && isParsedFromText(value) ? 'output' : 'input';
    const { description, ...rest } = schemaOf(value, io);
    return {
      name,
      in: where,
      required: where === 'path' || !value.safeParse(undefined).success,
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function isParsedFromText(value: z.ZodType): boolean {
  const { type } = z.toJSONSchema(value, { io: 'output', unrepresentable: 'any' });
  return type === 'array' || type === 'integer';
}

/** Moves `$defs` into the document's components and drops what only JSON Schema readers need. */
function extract(schema: Json, components: Record<string, Json>): Json {
  const { $schema: _schema, $defs, ...rest } = schema;
  if (isObject($defs)) {
    for (const [name, definition] of Object.entries($defs))
      if (isObject(definition)) components[name] ??= clean(definition);
  }
  const cleaned = clean(rest);
  const id = typeof schema.id === 'string' ? schema.id : undefined;
  if (id === undefined) return cleaned;
  components[id] = cleaned;
  return { $ref: `#/components/schemas/${id}` };
}

function clean(value: Json): Json {
  const out: Json = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'id' || key === '$schema') continue;
    // The format says the same in one word.
    if (key === 'pattern' && value.format === 'date-time') continue;
    if (key === '$ref' && typeof inner === 'string') out[key] = inner.replace('#/$defs/', '#/components/schemas/');
    else if (key === 'properties' && isObject(inner))
      out[key] = Object.fromEntries(Object.entries(inner).map(([name, p]) => [name, isObject(p) ? clean(p) : p]));
    else if (Array.isArray(inner)) out[key] = inner.map((item) => (isObject(item) ? clean(item) : item));
    else out[key] = isObject(inner) ? clean(inner) : inner;
  }
  return out;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
