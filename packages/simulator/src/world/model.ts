/**
 * What the services of the simulated site hold. The fields of a node carry the names that Ironic gives them, so that a
 * double selects rather than translates. Everything is plain JSON: the whole site can be saved.
 */
export interface SimNode {
  readonly uuid: string;
  name: string | null;
  driver: string;
  driver_info: Record<string, unknown>;
  driver_internal_info: Record<string, unknown>;
  properties: Record<string, unknown>;
  extra: Record<string, unknown>;
  instance_info: Record<string, unknown>;
  instance_uuid: string | null;
  resource_class: string | null;
  conductor_group: string;
  owner: string | null;
  lessee: string | null;
  shard: string | null;
  description: string | null;
  provision_state: string;
  target_provision_state: string | null;
  provision_updated_at: string | null;
  power_state: string | null;
  target_power_state: string | null;
  maintenance: boolean;
  maintenance_reason: string | null;
  fault: string | null;
  last_error: string | null;
  reservation: string | null;
  clean_step: Record<string, unknown>;
  deploy_step: Record<string, unknown>;
  service_step: Record<string, unknown>;
  automated_clean: boolean | null;
  protected: boolean;
  protected_reason: string | null;
  retired: boolean;
  retired_reason: string | null;
  boot_mode: string | null;
  secure_boot: boolean | null;
  traits: string[];
  /** UUID of the Ironic allocation that holds the node. */
  allocation_uuid: string | null;
  inspection_started_at: string | null;
  inspection_finished_at: string | null;
  created_at: string;
  updated_at: string | null;
  /** What no API shows: the truth of the hardware and where the conductor is in its work. */
  hidden: NodeHidden;
}

export interface NodeHidden {
  /** Steps that the conductor has still to do, the current one first; empty while it does nothing. */
  job: JobStep[];
  /** Provision state at the end of the job. */
  goal: string | null;
  /** States whose next visit ends in failure, with the error text. */
  failures: Record<string, string>;
  /** Text that the conductor has still to write to `last_error`. */
  pendingError: string | null;
  /** The disks hold data of an earlier customer. */
  dirty: boolean;
  /** nova-compute does not know this node, so it has no resource provider. */
  unserved: boolean;
}

export interface JobStep {
  readonly state: string;
  readonly milliseconds: number;
}

export interface SimPort {
  readonly uuid: string;
  address: string;
  readonly node_uuid: string;
  pxe_enabled: boolean;
  physical_network: string | null;
  local_link_connection: Record<string, unknown>;
  extra: Record<string, unknown>;
  readonly created_at: string;
  updated_at: string | null;
}

export interface SimHistoryEntry {
  readonly uuid: string;
  readonly created_at: string;
  readonly severity: 'INFO' | 'ERROR';
  readonly event_type: string;
  readonly event: string;
  readonly conductor: string;
}

export interface SimIronicAllocation {
  readonly uuid: string;
  readonly name: string | null;
  readonly resource_class: string | null;
  readonly traits: string[];
  readonly candidate_nodes: string[];
  readonly owner: string | null;
  readonly extra: Record<string, unknown>;
  node_uuid: string | null;
  state: 'allocating' | 'active' | 'error';
  last_error: string | null;
  readonly created_at: string;
  updated_at: string | null;
}

export interface SimServer {
  readonly id: string;
  name: string;
  readonly projectId: string;
  readonly userId: string;
  status: 'BUILD' | 'ACTIVE' | 'ERROR' | 'SHUTOFF' | 'SOFT_DELETED' | 'DELETED' | 'UNKNOWN';
  taskState: string | null;
  vmState: string;
  /** UUID of the Ironic node, null before scheduling. */
  node: string | null;
  /** Node that the request names, which only an administrator may. */
  readonly requestedNode: string | null;
  readonly flavorId: string;
  readonly imageId: string;
  readonly metadata: Record<string, string>;
  fault: { code: number; message: string; created: string } | null;
  address: string | null;
  readonly createdAt: string;
  updatedAt: string;
  launchedAt: string | null;
  /** Set once the server is gone; only a listing that asks for changes shows it then. */
  deletedAt: string | null;
}

export interface SimInventory {
  total: number;
  reserved: number;
  min_unit: number;
  max_unit: number;
  step_size: number;
  allocation_ratio: number;
}

export interface SimProvider {
  readonly uuid: string;
  name: string;
  generation: number;
  traits: string[];
  inventories: Record<string, SimInventory>;
  /** nova-compute's copy of the traits, and when it was taken. It compares with this, not with Placement. */
  cachedTraits: string[];
  cachedAt: number;
  /** nova-compute has forgotten it, so it stays when its node is gone. */
  abandoned: boolean;
}

/** One consumer's allocations in Placement. */
export interface SimConsumer {
  readonly id: string;
  generation: number;
  projectId: string;
  userId: string;
  /** By resource provider. */
  allocations: Record<string, { resources: Record<string, number> }>;
}

export interface SimFlavor {
  readonly id: string;
  readonly name: string;
  readonly vcpus: number;
  readonly ram: number;
  readonly disk: number;
  readonly extraSpecs: Record<string, string>;
}
