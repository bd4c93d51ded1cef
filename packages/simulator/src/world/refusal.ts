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
