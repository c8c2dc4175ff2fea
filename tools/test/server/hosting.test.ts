import { describe, expect, it } from 'vitest';

const site = process.env['SITE_URL'] ?? '';
const get = (path: string) => fetch(`${site}${path}`, { redirect: 'manual' });

const built = (await get('/app.html')).ok;
if (!built) console.log('Skipped: this suite runs without the built site.');

describe.runIf(built)('Hosting', () => {
  it.each(['/activate', '/dashboard', '/dashboard/signals', '/reset-password?token=a.b'])(
    'answers %s with the app’s shell, which is asked for again each time',
    async (path) => {
      const reply = await get(path);
      expect(reply.status).toBe(200);
      expect(await reply.text()).toBe(await (await get('/app.html')).text());
      expect(reply.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it.each(['/login', '/signup'])(
    'answers %s with the app under that page’s own name',
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

  it('answers / with the landing page, which is another document', async () => {
    const reply = await get('/');
    expect(reply.status).toBe(200);
    expect(await reply.text()).not.toBe(await (await get('/app.html')).text());
  });

  it.each(['/assets/none.js', '/assets/none.css', '/none.js', '/assets/none'])(
    'answers the missing file %s with a 404 that no cache may give out again',
    async (path) => {
      const reply = await get(path);
      expect(reply.status).toBe(404);
      expect(reply.headers.get('vary')).toBe('*');
    },
  );

  it('tells at the well-known place whom to tell of a way in', async () => {
    const reply = await get('/.well-known/security.txt');
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await reply.text()).toMatch(/^Contact: https:/);
  });

  it('lets a browser keep hashed files for good', async () => {
    const [asset = ''] = /\/assets\/[^"]+\.js/.exec(await (await get('/app.html')).text()) ?? [];
    const reply = await get(asset);
    expect(reply.headers.get('content-type')).toContain('javascript');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('protects every page by headers', async () => {
    const { headers } = await get('/login');
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
  });

  it('tells nobody the address of a reset link', async () => {
    const { headers } = await get('/reset-password?token=a.b');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it.each(['/countdown', '/api/signals', '/auth/me'])('hands %s to the API', async (path) => {
    const reply = await get(path);
    expect(reply.headers.get('content-type')).toContain('application/json');
  });

  it('hands the log to the API, whose caching it leaves alone', async () => {
    const reply = await get('/ledger/tile/0/000');
    expect(reply.headers.get('content-type')).toBe('application/octet-stream');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await reply.arrayBuffer()).byteLength).toBe(8192);
  });
});
