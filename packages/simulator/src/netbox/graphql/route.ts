import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ExecutionResult, execute, type GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import { authenticate } from '../access.ts';
import { stampHeaders } from '../rest/exchange.ts';
import { type DoubleState, viewFor } from '../rest/state.ts';
import { isRecord } from '../store.ts';
import { HttpProblem, ValidationError } from '../validation.ts';
import { buildSchema } from './schema.ts';

/**
 * `POST /graphql/`. Errors always come with HTTP 200 and `data: null`; a caller without a token is sent to the log-in
 * page; a right that is missing shows as an empty list.
 */
export function addGraphqlRoute(app: FastifyInstance, state: DoubleState): void {
  let schema: GraphQLSchema | null = null;
  app.post('/graphql/', async (request, reply) => {
    stampHeaders(state, reply, randomUUID());
    reply.removeHeader('API-Version');
    if (request.headers.authorization === undefined) {
      return reply.code(302).header('Location', '/login/?next=/graphql/').type('text/html; charset=utf-8').send('');
    }
    try {
      const user = authenticate(request.headers.authorization, state.users, state.version);
      const view = viewFor(state, `http://${request.headers.host ?? 'localhost'}`);
      schema ??= buildSchema(view, state.maxPageSize);
      return send(reply, 200, await run(schema, request.body, { view, user }));
    } catch (error) {
      if (error instanceof HttpProblem) return send(reply, error.status, error.body);
      throw error;
    }
  });
}

async function run(schema: GraphQLSchema, body: unknown, contextValue: unknown): Promise<unknown> {
  const query = isRecord(body) ? body.query : undefined;
  if (typeof query !== 'string') throw new HttpProblem(400, 'No GraphQL query found in the request');
  const variables = isRecord(body) && isRecord(body.variables) ? body.variables : {};
  try {
    const document = parse(query);
    const errors = validate(schema, document);
    if (errors.length > 0) return failed(errors);
    const result: ExecutionResult = await execute({ schema, document, contextValue, variableValues: variables });
    return result.errors === undefined ? { data: result.data } : { data: result.data ?? null, errors: result.errors };
  } catch (error) {
    if (error instanceof ValidationError || !(error instanceof Error)) throw error;
    return { data: null, errors: [{ message: error.message }] };
  }
}

function failed(errors: readonly GraphQLError[]): unknown {
  return { data: null, errors: errors.map(({ message, locations }) => ({ message, locations })) };
}

function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).type('application/json').send(JSON.stringify(body));
}
