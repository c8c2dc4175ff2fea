import { PATHS } from '@quantalgo/contracts/core/paths';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { BRAND } from '../../src/core/brand';
import { SHARE_PART, SHARE_PATH } from '../../src/data/core/workerProtocol';

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
    shortcuts: z.array(
      z.object({ name: z.string(), url: z.string(), icons: z.array(imageSchema) }),
    ),
    share_target: z.unknown(),
    launch_handler: z.unknown(),
    screenshots: z._default(z.array(z.extend(imageSchema, { form_factor: z.string() })), []),
  })
  .parse(JSON.parse(readFileSync(join(PUBLIC, 'manifest.webmanifest'), 'utf8')));

/** Width and height of a PNG, from its header. */
function readSize(src: string): string {
  const bytes = readFileSync(join(PUBLIC, src));
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

describe('web app manifest', () => {
  it('opens the dashboard in a standalone window', () => {
    expect(manifest).toMatchObject({
      id: '/dashboard',
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
    });
  });

  it('has the brand’s name and description', () => {
    expect([manifest.name, manifest.description]).toEqual([BRAND.name, BRAND.description]);
  });

  it('has shortcuts to signals, verification and support', () => {
    expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
      ['Signals', PATHS.signals],
      ['Verify', PATHS.verify],
      ['Support', PATHS.support],
    ]);
  });

  it('gives each shortcut its own icon', () => {
    const icons = manifest.shortcuts.flatMap((shortcut) => shortcut.icons);
    expect(icons.map(({ sizes }) => sizes)).toEqual(['96x96', '96x96', '96x96']);
    expect(new Set(icons.map(({ src }) => src)).size).toBe(3);
  });

  it('accepts shared pictures of any type at the worker’s share path', () => {
    expect(manifest.share_target).toEqual({
      action: SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: SHARE_PART, accept: ['image/*'] }] },
    });
  });

  it('focuses the open window without navigating', () => {
    expect(manifest.launch_handler).toEqual({ client_mode: ['focus-existing', 'auto'] });
  });

  it('has screenshots for narrow and wide screens', () => {
    const forms = manifest.screenshots.map(({ form_factor: form }) => form);
    expect(new Set(forms)).toEqual(new Set(['narrow', 'wide']));
  });

  it.each([
    ['any', '192x192'],
    ['any', '512x512'],
    ['maskable', '512x512'],
    ['monochrome', '512x512'],
  ])('has an icon for %s at %s', (purpose, sizes) => {
    expect(manifest.icons).toContainEqual(expect.objectContaining({ purpose, sizes }));
  });

  it.each(
    [
      ...manifest.icons,
      ...manifest.screenshots,
      ...manifest.shortcuts.flatMap(({ icons }) => icons),
    ].map(({ src, sizes }) => [src, sizes]),
  )('has %s in its declared size', (src, sizes) => expect(readSize(src)).toBe(sizes));
});
