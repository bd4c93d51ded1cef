import type { FastifyInstance } from 'fastify';
import type { DoubleState } from '../rest/state.ts';

export function addGraphqlRoute(_app: FastifyInstance, _state: DoubleState): void {}
