import { z } from 'zod';
import type { Identity, Scope, SignIn } from './identity.ts';

const domainSchema = z.object({ id: z.string().optional(), name: z.string().optional() });
const userSchema = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  domain: domainSchema.optional(),
  password: z.string().optional(),
});
const authRequestSchema = z.object({
  auth: z.object({
    identity: z.object({
      methods: z.array(z.string()),
      password: z.object({ user: userSchema }).optional(),
      application_credential: z
        .object({
          id: z.string().optional(),
          name: z.string().optional(),
          secret: z.string(),
          user: userSchema.optional(),
        })
        .optional(),
      token: z.object({ id: z.string() }).optional(),
    }),
    scope: z
      .union([
        z.literal('unscoped'),
        z.object({
          project: z
            .object({ id: z.string().optional(), name: z.string().optional(), domain: domainSchema.optional() })
            .optional(),
          system: z.object({ all: z.boolean() }).optional(),
        }),
      ])
      .optional(),
  }),
});

/** Grants or refuses what the body of `POST /v3/auth/tokens` asks for. */
export function signIn(identity: Identity, body: unknown): SignIn {
  const parsed = authRequestSchema.safeParse(body);
  if (!parsed.success) return { refused: 400, message: 'Invalid input for field "auth": is a required property' };
  const { identity: how, scope } = parsed.data.auth;
  const wanted = scopeOf(scope);
  if (how.methods.includes('application_credential') && how.application_credential !== undefined) {
    if (wanted.kind !== 'none') {
      return { refused: 401, message: 'Application credentials cannot request a scope.' };
    }
    const { id, name, secret, user } = how.application_credential;
    // By name, the user must be given too: names are unique within a user only.
    const owner = user === undefined ? undefined : identity.findUser(user)?.name;
    const found = identity.credentials.find((one) =>
      id === undefined ? one.name === name && one.user === owner : one.id === id,
    );
    return identity.signInWithCredential(found, secret);
  }
  if (how.methods.includes('password') && how.password !== undefined) {
    return identity.signInWithPassword(how.password.user, how.password.user.password ?? '', wanted);
  }
  return { refused: 401, message: 'The request you have made requires authentication.' };
}

function scopeOf(scope: z.infer<typeof authRequestSchema>['auth']['scope']): Scope {
  if (scope === undefined || scope === 'unscoped') return { kind: 'none' };
  if (scope.system !== undefined) return { kind: 'system' };
  return scope.project === undefined ? { kind: 'none' } : { kind: 'project', ...scope.project };
}
