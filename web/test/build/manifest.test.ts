import { BRAND } from '@quantalgo/contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const PUBLIC = join(import.meta.dirname, '../../public');

const imageSchema = z.object({ src: z.string(), sizes: z.string(), type: z.string() });
const manifest = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    start_url: z.string(),
    scope: z.string(),
    display: z.string(),
    icons: z.array(z.extend(imageSchema, { purpose: z.string() })),
    screenshots: z._default(z.array(z.extend(imageSchema, { form_factor: z.string() })), []),
  })
  .parse(JSON.parse(readFileSync(join(PUBLIC, 'manifest.webmanifest'), 'utf8')));

/** Width and height of a PNG, from its header. */
function sizeOf(src: string): string {
  const bytes = readFileSync(join(PUBLIC, src));
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

describe('the installed app', () => {
  it('opens at the dashboard, as a window of its own', () => {
    expect(manifest).toMatchObject({
      id: '/dashboard',
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
    });
  });

  it('bears the name of the brand', () => {
    expect([manifest.name, manifest.description]).toEqual([BRAND.name, BRAND.description]);
  });

  it.each([
    ['any', '192x192'],
    ['any', '512x512'],
    ['maskable', '512x512'],
    ['monochrome', '512x512'],
  ])('has an icon for %s at %s', (purpose, sizes) => {
    expect(manifest.icons).toContainEqual(expect.objectContaining({ purpose, sizes }));
  });

  it.each([...manifest.icons, ...manifest.screenshots].map(({ src, sizes }) => [src, sizes]))(
    'finds %s in the size it declares',
    (src, sizes) => expect(sizeOf(src)).toBe(sizes),
  );
});
