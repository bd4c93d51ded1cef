import { z } from 'zod';
import { Principal } from '../api/agents.ts';
import { Instant } from '../api/common.ts';
import { defineRoute, type Route } from '../route.ts';

export const sessionRoutes = {
  createSession: defineRoute({
    operationId: 'createSession',
    method: 'POST',
    url: '/api/v1/session',
    summary: 'Log in with a one-time code',
    tag: 'session',
    permission: null,
    body: z.object({ code: z.string().min(1).max(200) }).strict(),
    problems: ['FM_LOGIN_CODE_INVALID'],
    responses: { 200: Principal },
  }),
  createLoginLink: defineRoute({
    operationId: 'createLoginLink',
    method: 'POST',
    url: '/api/v1/login-links',
    summary: 'A one-time log-in for the console',
    tag: 'session',
    permission: 'login-link:create',
    responses: { 201: z.object({ url: z.url(), expiresAt: Instant }).meta({ id: 'LoginLink' }) },
  }),
  getSession: defineRoute({
    operationId: 'getSession',
    method: 'GET',
    url: '/api/v1/session',
    summary: 'Who am I',
    tag: 'session',
    permission: null,
    problems: ['FM_UNAUTHENTICATED'],
    responses: { 200: Principal },
  }),
  deleteSession: defineRoute({
    operationId: 'deleteSession',
    method: 'DELETE',
    url: '/api/v1/session',
    summary: 'Log out',
    tag: 'session',
    permission: null,
    responses: { 204: z.null() },
  }),
} as const satisfies Record<string, Route>;
