import type { FastifyInstance, HTTPMethods } from 'fastify';

/** Which methods an address takes; empty when nothing is served there. */
export type AllowedMethods = (path: string) => readonly string[];

/**
 * Learns the routes that are registered from now on. A route for every path below a folder (the console's files) says
 * nothing about methods, and does not count.
 */
export function learnMethods(app: FastifyInstance): AllowedMethods {
  const byPattern = new Map<string, { readonly matches: RegExp; readonly methods: Set<HTTPMethods> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const source = url
      .replace(/\/$/, '')
      .replaceAll(/[.\\+?^$()[\]{}|]/g, '\\$&')
      .replaceAll(/:\w+/g, '[^/]+');
    const known = byPattern.get(source) ?? { matches: new RegExp(`^${source}/?$`), methods: new Set() };
    for (const each of [method].flat()) known.methods.add(each);
    byPattern.set(source, known);
  });
  return (path) => {
    const methods = new Set<string>();
    for (const route of byPattern.values()) if (route.matches.test(path)) for (const m of route.methods) methods.add(m);
    return [...methods].sort();
  };
}
