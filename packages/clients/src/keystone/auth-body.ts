import type { CloudAuth, DomainRef, OwnedRef, Scope } from '../clouds/cloud.ts';

type KeystoneAuth = Extract<CloudAuth, { type: 'application_credential' | 'password' }>;

/** The body of `POST /v3/auth/tokens`. Holds the secret in clear: build it for the request and let it go. */
export function authBody(auth: KeystoneAuth): unknown {
  if (auth.type === 'application_credential') {
    // No scope: the credential is bound to its project, and Keystone refuses a request that names one.
    const credential =
      'id' in auth.credential
        ? { id: auth.credential.id }
        : { name: auth.credential.name, user: owned(auth.credential.user) };
    return {
      auth: {
        identity: {
          methods: ['application_credential'],
          application_credential: { ...credential, secret: auth.secret.reveal() },
        },
      },
    };
  }
  const identity = {
    methods: ['password'],
    password: { user: { ...owned(auth.user), password: auth.password.reveal() } },
  };
  const scope = scopeBody(auth.scope);
  return { auth: scope === undefined ? { identity } : { identity, scope } };
}

function owned(ref: OwnedRef): { id: string } | { name: string; domain: DomainRef } {
  return 'id' in ref ? { id: ref.id } : { name: ref.name, domain: ref.domain };
}

function scopeBody(scope: Scope): unknown {
  switch (scope.kind) {
    case 'project':
      return { project: owned(scope.project) };
    case 'domain':
      return { domain: scope.domain };
    case 'system':
      return { system: { all: true } };
    case 'unscoped':
      return undefined;
  }
}
