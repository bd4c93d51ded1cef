import type { Secret } from '@fleet-manager/platform/secret';
import type { TlsSettings } from '../http/tls.ts';

/** A user, project or domain is named by its id, or by its name (unique within a domain). */
export type DomainRef = { readonly id: string } | { readonly name: string };
export type OwnedRef = { readonly id: string } | { readonly name: string; readonly domain: DomainRef };

export type Scope =
  | { readonly kind: 'project'; readonly project: OwnedRef }
  | { readonly kind: 'domain'; readonly domain: DomainRef }
  | { readonly kind: 'system' }
  | { readonly kind: 'unscoped' };

/** How to prove who we are. */
export type CloudAuth =
  | {
      readonly type: 'application_credential';
      readonly authUrl: string;
      /** By id, or by name together with its user. */
      readonly credential: { readonly id: string } | { readonly name: string; readonly user: OwnedRef };
      readonly secret: Secret;
    }
  | {
      readonly type: 'password';
      readonly authUrl: string;
      readonly user: OwnedRef;
      readonly password: Secret;
      readonly scope: Scope;
    }
  /** Ironic on its own, without Keystone. */
  | {
      readonly type: 'http_basic';
      readonly endpoint: string | undefined;
      readonly username: string;
      readonly password: Secret;
    }
  | { readonly type: 'none'; readonly endpoint: string | undefined };

/** What a cloud says about one service. */
export interface ServiceSettings {
  /** Catalog interfaces in order of preference: `public`, `internal`, `admin`. */
  readonly interfaces: readonly string[];
  readonly regionName: string | undefined;
  /** Address to use in place of the catalog's. */
  readonly endpointOverride: string | undefined;
  readonly serviceType: string | undefined;
  readonly serviceName: string | undefined;
  readonly apiVersion: string | undefined;
  readonly defaultMicroversion: string | undefined;
  readonly statusCodeRetries: number | undefined;
  readonly connectRetries: number | undefined;
}

/** One entry of a clouds file, in one region, ready for use. */
export interface Cloud {
  readonly name: string;
  /** Where it was read from; undefined for the environment. */
  readonly file: string | undefined;
  readonly regionName: string | undefined;
  readonly auth: CloudAuth;
  readonly tls: TlsSettings;
  readonly timeoutMs: number | undefined;
  /** Settings of a service by its official type (`baremetal`, `compute`, `placement`, `identity`). */
  service(type: string): ServiceSettings;
}
