/** A refused write: 400 with the messages by field, as NetBox gives them. */
export class ValidationError extends Error {
  readonly errors: Readonly<Record<string, unknown>>;

  constructor(errors: Readonly<Record<string, unknown>>) {
    super(JSON.stringify(errors));
    this.errors = errors;
  }
}

/** One message on one field; `__all__` for the object as a whole. */
export function refuse(field: string, message: string): ValidationError {
  return new ValidationError({ [field]: [message] });
}

/** A delete that other objects forbid: 409. */
export class ProtectedError extends Error {}

/** An answer with a status of its own, such as 403, 404 or 412. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`HTTP ${status}`);
    this.status = status;
    this.body = body;
  }
}

export function detail(status: number, message: string): HttpProblem {
  return new HttpProblem(status, { detail: message });
}
