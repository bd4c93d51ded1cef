import type { FastifyInstance } from 'fastify';
import { IMAGE_ID } from '../../world/furnish.ts';
import { pathParam } from '../ironic/query.ts';

/** Paths of Glance that need no token. */
export function isPublicGlancePath(path: string): boolean {
  return path === '/' || path === '/versions';
}

/** As much of Glance as clients need to show the name of a server's image: one image, readable. */
export function glanceRoutes(app: FastifyInstance, url: () => string): void {
  const image = {
    id: IMAGE_ID,
    name: 'gpu-node-2404',
    status: 'active',
    visibility: 'public',
    container_format: 'bare',
    disk_format: 'raw',
    min_disk: 0,
    min_ram: 0,
    protected: false,
    tags: [],
    size: 4_294_967_296,
    created_at: '2026-01-10T09:00:00Z',
    updated_at: '2026-01-10T09:05:00Z',
    self: `/v2/images/${IMAGE_ID}`,
    file: `/v2/images/${IMAGE_ID}/file`,
    schema: '/v2/schemas/image',
  };
  app.get('/', (_request, reply) =>
    reply.code(300).send({
      versions: [{ id: 'v2.15', status: 'CURRENT', links: [{ rel: 'self', href: `${url()}/v2/` }] }],
    }),
  );
  app.get('/v2/images', async () => ({ images: [image], first: '/v2/images', schema: '/v2/schemas/images' }));
  app.get('/v2/images/:image', (request, reply) => {
    const id = pathParam(request, 'image');
    if (id === IMAGE_ID || id === image.name) return reply.send(image);
    return reply
      .code(404)
      .type('text/html')
      .send(`<html><body><h1>404 Not Found</h1>No image found with ID ${id}</body></html>`);
  });
}
