import { randomBytes } from 'node:crypto';
import type { Clock } from '../../world/clock.ts';
import type { Directory, DirectoryProject, DirectoryUser, Role } from '../../world/directory.ts';
import { keystoneIdOf } from '../../world/random.ts';
import type { AccessRule } from './access-rules.ts';

export interface ApplicationCredential {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
  readonly user: string;
  readonly project: string;
  /** null: no rules, every call is allowed. */
  readonly rules: readonly AccessRule[] | null;
  /** Milliseconds since the epoch; null never. */
  expiresAt: number | null;
}

export interface Token {
  readonly id: string;
  readonly methods: readonly string[];
  readonly user: DirectoryUser;
  /** null when the token is for the whole system, or has no scope. */
  readonly project: DirectoryProject | null;
  readonly system: boolean;
  readonly roles: readonly Role[];
  readonly credential: ApplicationCredential | null;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export interface IdentityOptions {
  readonly directory: Directory;
  readonly clock: Clock;
  /** One password for every user. */
  readonly password: string;
  /** Life of a token in seconds. Default 3600, Keystone's own. */
  readonly tokenLife?: number | undefined;
}

/** What a sign-in that cannot be granted is answered with. */
export type SignIn = { readonly token: Token } | { readonly refused: 400 | 401; readonly message: string };

export const WRONG_CREDENTIALS = 'The request you have made requires authentication.';

/** Users, credentials and the tokens that were issued: the state of the Keystone double. */
export class Identity {
  readonly #options: IdentityOptions;
  readonly #tokens = new Map<string, Token>();
  readonly credentials: ApplicationCredential[] = [];
  /** Life of the tokens issued from now on, in seconds. */
  tokenLife: number;

  constructor(options: IdentityOptions) {
    this.#options = options;
    this.tokenLife = options.tokenLife ?? 3600;
  }

  get directory(): Directory {
    return this.#options.directory;
  }

  addCredential(input: {
    name: string;
    secret: string;
    user: string;
    project: string;
    rules: readonly AccessRule[] | null;
  }) {
    const credential = { id: keystoneIdOf('credential', input.name), expiresAt: null, ...input };
    this.credentials.push(credential);
    return credential;
  }

  /** Removes a credential; tokens that came from it stop working, as they do once the services' cache has passed. */
  removeCredential(name: string): void {
    const index = this.credentials.findIndex((credential) => credential.name === name);
    const [gone] = index < 0 ? [] : this.credentials.splice(index, 1);
    for (const token of this.#tokens.values()) if (token.credential === gone) this.#tokens.delete(token.id);
  }

  /** Ends every token at once, as a change of the signing keys does. */
  revokeAll(): void {
    this.#tokens.clear();
  }

  signInWithPassword(
    user: { name?: string | undefined; id?: string | undefined },
    password: string,
    scope: Scope,
  ): SignIn {
    const found = this.findUser(user);
    if (found === undefined || password !== this.#options.password) return wrong();
    if (scope.kind === 'system') {
      const roles = found.roles['*system'] ?? [];
      return roles.length === 0
        ? wrong()
        : this.#issue({ user: found, project: null, system: true, roles, methods: ['password'] });
    }
    if (scope.kind === 'none')
      return this.#issue({ user: found, project: null, system: false, roles: [], methods: ['password'] });
    const project = this.#options.directory.projects.find((one) => one.id === scope.id || one.name === scope.name);
    const roles = project === undefined ? [] : (found.roles[project.name] ?? []);
    if (project === undefined || roles.length === 0) return wrong();
    return this.#issue({ user: found, project, system: false, roles, methods: ['password'] });
  }

  signInWithCredential(credential: ApplicationCredential | undefined, secret: string): SignIn {
    if (credential === undefined || credential.secret !== secret) return wrong();
    const now = this.#options.clock.now();
    if (credential.expiresAt !== null && credential.expiresAt <= now) return wrong();
    const user = this.findUser({ name: credential.user });
    const project = this.#options.directory.projects.find((one) => one.name === credential.project);
    if (user === undefined || project === undefined) return wrong();
    const roles = user.roles[project.name] ?? [];
    return this.#issue({ user, project, system: false, roles, methods: ['application_credential'], credential });
  }

  /** The token of that id, unless it has expired or was never issued. */
  token(id: string): Token | undefined {
    const token = this.#tokens.get(id);
    if (token === undefined) return undefined;
    if (token.expiresAt > this.#options.clock.now()) return token;
    this.#tokens.delete(id);
    return undefined;
  }

  revoke(id: string): void {
    this.#tokens.delete(id);
  }

  findUser(user: { name?: string | undefined; id?: string | undefined }): DirectoryUser | undefined {
    return this.#options.directory.users.find((one) => one.id === user.id || one.name === user.name);
  }

  #issue(
    input: Omit<Token, 'id' | 'issuedAt' | 'expiresAt' | 'credential'> & { credential?: ApplicationCredential },
  ): SignIn {
    const issuedAt = this.#options.clock.now();
    const life = issuedAt + this.tokenLife * 1000;
    // A token never outlives the credential that it came from.
    const expiresAt = Math.min(life, input.credential?.expiresAt ?? life);
    const id = `gAAAAAB${randomBytes(48).toString('base64url')}`;
    const token: Token = { ...input, credential: input.credential ?? null, id, issuedAt, expiresAt };
    this.#tokens.set(id, token);
    return { token };
  }
}

export type Scope =
  | { readonly kind: 'project'; readonly id?: string | undefined; readonly name?: string | undefined }
  | { readonly kind: 'system' }
  | { readonly kind: 'none' };

function wrong(): SignIn {
  return { refused: 401, message: WRONG_CREDENTIALS };
}
