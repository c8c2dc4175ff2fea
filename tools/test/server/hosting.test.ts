import { describe, expect, it } from 'vitest';

const site = process.env['SITE_URL'] ?? '';
const get = (path: string) => fetch(`${site}${path}`, { redirect: 'manual' });

const built = (await get('/app.html')).ok;
if (!built) console.log('Skipped: this suite runs without the built site.');

describe.runIf(built)('Hosting', () => {
  it.each(['/activate', '/dashboard', '/dashboard/signals', '/reset-password?token=a.b'])(
    'answers %s with the app’s shell, which browsers revalidate',
    async (path) => {
      const reply = await get(path);
      expect(reply.status).toBe(200);
      expect(await reply.text()).toBe(await (await get('/app.html')).text());
      expect(reply.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it.each(['/login', '/signup'])(
    'answers %s with the app, indexed under its own page',
    async (path) => {
      const scripts = async (of: string) =>
        (await (await get(of)).text()).match(/(?<=<script type="module"[^>]* src=)"[^"]+"/g);
      expect(await scripts('/app.html')).toHaveLength(1);
      expect(await scripts(path)).toEqual(await scripts('/app.html'));
      const reply = await get(path);
      expect(await reply.text()).not.toContain('noindex');
      expect(reply.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it('answers / with the landing page, a document of its own', async () => {
    const reply = await get('/');
    expect(reply.status).toBe(200);
    expect(await reply.text()).not.toBe(await (await get('/app.html')).text());
  });

  it.each(['/assets/none.js', '/assets/none.css', '/none.js', '/assets/none'])(
    'answers the missing file %s with a 404 that caches can’t reuse',
    async (path) => {
      const reply = await get(path);
      expect(reply.status).toBe(404);
      expect(reply.headers.get('vary')).toBe('*');
    },
  );

  it('serves security.txt with a contact for vulnerability reports', async () => {
    const reply = await get('/.well-known/security.txt');
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await reply.text()).toMatch(/^Contact: https:/);
  });

  it('lets browsers cache hashed files permanently', async () => {
    const [asset = ''] = /\/assets\/[^"]+\.js/.exec(await (await get('/app.html')).text()) ?? [];
    const reply = await get(asset);
    expect(reply.headers.get('content-type')).toContain('javascript');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('sets security headers on every page', async () => {
    const { headers } = await get('/login');
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
  });

  it('sends no referrer from a reset link', async () => {
    const { headers } = await get('/reset-password?token=a.b');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it.each(['/countdown', '/api/signals', '/auth/me'])('forwards %s to the API', async (path) => {
    const reply = await get(path);
    expect(reply.headers.get('content-type')).toContain('application/json');
  });

  it('forwards the log to the API without changing its caching', async () => {
    const reply = await get('/ledger/tile/0/000');
    expect(reply.headers.get('content-type')).toBe('application/octet-stream');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await reply.arrayBuffer()).byteLength).toBe(8192);
  });
});
