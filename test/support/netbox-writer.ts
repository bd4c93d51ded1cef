/** A person editing NetBox, for tests alone: the product's own client of the mirror cannot write. */
export interface NetBoxWriter {
  /** POSTs to a list path, `dcim/devices`; gives the new row's id. */
  create(path: string, body: object): Promise<number>;
  change(path: string, id: number, body: object): Promise<void>;
  /** Deletes a row; one that is gone already is as good. */
  remove(path: string, id: number): Promise<void>;
  /** The JSON of any GET below `/api/`. */
  read(path: string): Promise<unknown>;
}

/** Writes with a token that may write. An answer that is no success throws with NetBox's own words. */
export function netboxWriter(url: string, token: string): NetBoxWriter {
  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        authorization: `${token.startsWith('nbt_') ? 'Bearer' : 'Token'} ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        // gunicorn drops an idle connection after two seconds, perhaps just as a write goes out on it, and a write is not repeated.
        connection: 'close',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 404 && method === 'DELETE') return undefined;
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return text === '' ? undefined : JSON.parse(text);
  }
  return {
    create: async (path, body) => {
      const row = await send('POST', `${path}/`, body);
      if (typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'number') return row.id;
      throw new Error(`POST ${path} gave no id`);
    },
    change: async (path, id, body) => void (await send('PATCH', `${path}/${id}/`, body)),
    remove: async (path, id) => void (await send('DELETE', `${path}/${id}/`)),
    read: (path) => send('GET', path),
  };
}
