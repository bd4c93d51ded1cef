/** A request that a service of the site turns down. Each double writes it in the shape of its service. */
export class Refusal extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Machine-readable code, where the service has one. */
  readonly code: string | null;

  constructor(status: number, message: string, code: string | null = null) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
  }
}

export function nodeLocked(node: string, host: string): Refusal {
  return new Refusal(
    409,
    `Node ${node} is locked by host ${host}, please retry after the current operation is completed.`,
  );
}

/** No conductor runs that could act on the node. Reading goes on; `status` is 400 where Ironic checks it together with the body. */
export function noConductor(driver: string, group: string, status = 404): Refusal {
  return new Refusal(
    status,
    `No valid host was found. Reason: No conductor service registered which supports driver ${driver} for conductor group "${group}".`,
  );
}
