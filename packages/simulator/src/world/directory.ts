import { keystoneIdOf } from './random.ts';

/** A role of the identity service that the policies of the doubles know. */
export type Role = 'admin' | 'manager' | 'member' | 'reader' | 'service';

export interface DirectoryProject {
  readonly id: string;
  readonly name: string;
}

export interface DirectoryUser {
  readonly id: string;
  readonly name: string;
  /** Roles by project name; `*system` stands for the whole system. */
  readonly roles: Readonly<Record<string, readonly Role[]>>;
}

/** Projects and users of the simulated site. */
export interface Directory {
  readonly projects: readonly DirectoryProject[];
  readonly users: readonly DirectoryUser[];
}

const ALL: readonly Role[] = ['admin', 'manager', 'member', 'reader'];

/** Customers' projects of the simulated site. */
const CUSTOMERS = ['aurora-labs', 'borealis-ai'] as const;

/** The project that the n-th server belongs to: one in five is under validation in `slurm`, the others serve customers. */
export function projectOfServer(directory: Directory, n: number): string {
  return projectId(directory, n % 5 === 0 ? 'slurm' : (CUSTOMERS[n % CUSTOMERS.length] ?? 'slurm'));
}

/** The projects `admin`, `service`, `fleet` (owner of the nodes), `slurm` (the site's own validation) and the customers'. */
export function buildDirectory(seed: number): Directory {
  const user = (name: string, roles: DirectoryUser['roles']) => ({ id: keystoneIdOf(seed, 'user', name), name, roles });
  return {
    projects: ['admin', 'service', 'fleet', 'slurm', ...CUSTOMERS].map((name) => ({
      id: keystoneIdOf(seed, 'project', name),
      name,
    })),
    users: [
      user('admin', { admin: ALL, '*system': ALL }),
      user('fleet-manager', { fleet: ALL, slurm: ALL }),
      user('nova', { service: ['admin', 'service'] }),
    ],
  };
}

/** Id of a project by name. Throws for a name that the directory does not hold. */
export function projectId(directory: Directory, name: string): string {
  const found = directory.projects.find((project) => project.name === name);
  if (found === undefined) throw new Error(`the simulated site has no project ${name}`);
  return found.id;
}

/** Id of a user by name. Throws for a name that the directory does not hold. */
export function userId(directory: Directory, name: string): string {
  const found = directory.users.find((user) => user.name === name);
  if (found === undefined) throw new Error(`the simulated site has no user ${name}`);
  return found.id;
}
