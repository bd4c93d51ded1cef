import { z } from 'zod';
import { Problem } from './api/common.ts';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;

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
    ];
    const responses: Record<string, Json> = {};
    for (const [status, schema] of Object.entries(route.responses)) {
      const type = route.stream === true ? 'text/event-stream' : 'application/json';
      responses[status] =
        status === '204'
          ? { description: 'Done' }
          : { description: route.summary, content: { [type]: { schema: schemaOf(schema, 'output') } } };
    }
    responses.default = {
      description: 'A problem (RFC 9457)',
      content: { 'application/problem+json': { schema: problem } },
    };
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

function parametersOf(
  schema: z.ZodObject | undefined,
  where: 'path' | 'query' | 'header',
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => Json,
): Json[] {
  if (schema === undefined) return [];
  return Object.entries(schema.shape).map(([name, value]) => {
    // A list parameter is parsed leniently (repeated or comma-separated), so its written form is that of its output.
    const io =
      value instanceof z.ZodDefault && z.toJSONSchema(value, { io: 'output', unrepresentable: 'any' }).type === 'array'
        ? 'output'
        : 'input';
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
    // zod writes the bounds of a safe integer: true, and noise to a reader.
    if (
      (key === 'maximum' && inner === Number.MAX_SAFE_INTEGER) ||
      (key === 'minimum' && inner === Number.MIN_SAFE_INTEGER)
    )
      continue;
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
