import { slotId, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wonAtLevel1 } from './signalDocuments';
import type { Api } from '../http/suite';
import { SHORTLY_AFTER, getSignalSlot, startWithSignals } from './withSignals';

let api: Api;
let now = SHORTLY_AFTER;
let starter: string;
let essential: string;

beforeAll(async () => {
  ({ api, starter, essential } = await startWithSignals('demo-http-signals-etag', () => now));
});
afterAll(() => api.close());

describe('ETag of the list', () => {
  const ask = (headers: Record<string, string>, token = essential) =>
    api.call('/api/signals?limit=3', { token, headers });

  it('answers 304 without a body while nothing changes, even with no-cache headers', async () => {
    const first = await ask({});
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/".+"$/);
    const conditions = [
      { 'if-none-match': etag },
      { 'if-none-match': etag.slice(2) },
      { 'if-none-match': `"other", ${etag}` },
      // Browsers add this to each request that sets If-None-Match itself.
      { 'if-none-match': etag, 'cache-control': 'no-cache', pragma: 'no-cache' },
    ];
    for (const headers of conditions) {
      const again = await ask(headers);
      expect(again.status).toBe(304);
      expect(again.envelope).toBeNull();
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('cache-control')).toBe('private, no-cache');
    }
  });

  it('changes with a signal, the end of its window or the member', async () => {
    const etag = (await ask({})).headers.get('etag') ?? '';
    expect((await ask({ 'if-none-match': etag }, starter)).status).toBe(200);
    now += SLOT_MS;
    const later = await ask({ 'if-none-match': etag });
    expect(later.status).toBe(200);
    now -= SLOT_MS;
    const id = slotId(getSignalSlot(11));
    await api.firestore.doc(`signals/${id}`).update({ settlement: wonAtLevel1(getSignalSlot(11)) });
    expect((await ask({ 'if-none-match': etag })).status).toBe(200);
  });

  it('varies by Authorization', async () => {
    expect((await ask({})).headers.get('vary')).toContain('Authorization');
  });
});
