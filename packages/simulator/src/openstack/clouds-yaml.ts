import { type YamlTree, yamlText } from './yaml-text.ts';

export interface CloudsYamlInput {
  /** Address of the Keystone with its version, `http://…/v3`. */
  readonly authUrl: string;
  readonly region: string;
  /** Password of the users, and the stem of the credentials' secrets. */
  readonly password: string;
}

/**
 * A clouds.yaml for the site: `admin` and `system` by password, `fleet` and `slurm` by application credential, each also
 * without access rules (`-norules`) and for reading only (`-readonly`).
 */
export function cloudsYaml(input: CloudsYamlInput): string {
  const common = { region_name: input.region, identity_api_version: 3 };
  const admin = { auth_url: input.authUrl, username: 'admin', password: input.password, user_domain_id: 'default' };
  const clouds: Record<string, YamlTree> = {
    admin: { auth: { ...admin, project_name: 'admin', project_domain_id: 'default' }, ...common },
    system: { auth: { ...admin, system_scope: 'all' }, ...common },
  };
  for (const project of ['fleet', 'slurm']) {
    for (const suffix of ['', '-norules', '-readonly']) {
      clouds[`${project}${suffix}`] = {
        auth_type: 'v3applicationcredential',
        auth: {
          auth_url: input.authUrl,
          application_credential_name: `fm-${project}${suffix}`,
          application_credential_secret: `${input.password}-fm-${project}${suffix}`,
          username: 'fleet-manager',
          user_domain_id: 'default',
        },
        ...common,
      };
    }
  }
  return yamlText({ clouds });
}
