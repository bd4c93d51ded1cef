import type { Cloud } from '@fleet-manager/clients/clouds/cloud';
import type { IronicNode } from '@fleet-manager/clients/ironic/node';
import type { OpenStackSession } from '@fleet-manager/clients/keystone/session';
import type { DeviceRecord } from '@fleet-manager/clients/netbox/resources/devices';
import type { NetBoxClient, NetBoxSession } from '@fleet-manager/clients/netbox/session';
import type { Secret } from '@fleet-manager/platform/secret';
import type { SiteSettings } from '@fleet-manager/platform/settings/site-file';

/** What the checks have learnt so far. A check that needs a part names the check that leaves it. */
export class Found {
  readonly siteFile: string;
  readonly hubUrl: string | undefined;
  settings: SiteSettings | undefined;
  netboxToken: Secret | undefined;
  netboxClient: NetBoxClient | undefined;
  netbox: NetBoxSession | undefined;
  devices: readonly DeviceRecord[] = [];
  readonly clouds = new Map<string, Cloud>();
  readonly sessions = new Map<string, OpenStackSession>();
  readonly nodes = new Map<string, readonly IronicNode[]>();

  constructor(siteFile: string, hubUrl: string | undefined) {
    this.siteFile = siteFile;
    this.hubUrl = hubUrl;
  }

  async close(): Promise<void> {
    await this.netboxClient?.close();
    await Promise.all([...this.sessions.values()].map((session) => session.close()));
  }
}

/** What an earlier check must have left; its absence is a fault in the list of checks. */
export function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`doctor: ${what} was not found by an earlier check`);
  return value;
}
