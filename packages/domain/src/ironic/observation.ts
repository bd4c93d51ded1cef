/**
 * A value that Ironic may withhold: without the rights for a field it answers with a text of its own in place of the value. Such
 * a field is unknown, which is not the same as empty.
 */
export type Visible<T> = { readonly known: true; readonly value: T } | { readonly known: false };

export function visible<T>(value: T): Visible<T> {
  return { known: true, value };
}
export const HIDDEN: Visible<never> = { known: false };

/** One Ironic node as one walk saw it. Names follow Ironic's fields. */
export interface NodeObservation {
  readonly uuid: string;
  readonly name: string | null;
  /** Null only when the answer held none. */
  readonly provisionState: string | null;
  readonly targetProvisionState: string | null;
  /** Null: Ironic does not know it. */
  readonly powerState: Visible<string | null>;
  readonly maintenance: Visible<boolean>;
  readonly maintenanceReason: Visible<string | null>;
  /** Set by Ironic itself (`power failure`, `clean failure`, …); null when a person put the node into maintenance. */
  readonly fault: Visible<string | null>;
  readonly lastError: Visible<string | null>;
  /** Host that holds the node's lock. */
  readonly reservation: Visible<string | null>;
  readonly instanceUuid: Visible<string | null>;
  readonly traits: Visible<readonly string[]>;
  readonly owner: Visible<string | null>;
  readonly lessee: Visible<string | null>;
  readonly retired: Visible<boolean>;
  readonly resourceClass: string | null;
  /** Serial numbers found in `properties`, `extra`, `driver_info` or the inventory, as they stand there. */
  readonly serials: readonly string[];
  /** Ironic touches it at every heartbeat of an agent, so it is only the latest moment at which the state can have begun. */
  readonly provisionUpdatedAt: Date | null;
}

/** A Nova server, as far as conditions need it. */
export interface ServerObservation {
  readonly id: string;
  readonly name: string;
  /** Null where Nova told no more than the id. */
  readonly projectId: string | null;
  readonly status: string;
}

/** What is known of the servers of a site. */
export type ServersView =
  /**
   * A complete list of all projects, with the servers that nodes name and the list lacks read one by one. `unread` holds the
   * ids of those that were not: nothing is known of them.
   */
  | {
      readonly kind: 'complete';
      readonly servers: ReadonlyMap<string, ServerObservation>;
      readonly unread: ReadonlySet<string>;
    }
  | { readonly kind: 'unreachable'; readonly detail: string }
  /** The site has Ironic alone. */
  | { readonly kind: 'standalone' };

/** Projects that belong to the operator of the site: what runs there is not a customer's. Ids of Keystone projects. */
export interface SiteProjects {
  readonly validation: string | null;
  /** Name of a validation project whose id could not be found out: then no instance can be told from one of that project. */
  readonly unresolved?: string;
  readonly own: ReadonlySet<string>;
}

/** Present on the Ironic node: customers may land on it. */
export const CUSTOMER_READY_TRAIT = 'CUSTOM_CUSTOMER_READY';
