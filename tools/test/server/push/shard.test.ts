import { deliverBroadcast } from '@quantalgo/functions/platform/push/broadcast';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeDevices, startCountingService } from '../../fixtures/devices';
import { measureOperations } from '../reads/countOperations';
import { clearSite, NOON, openSite, publishSignal, type Site } from './site';

const PROJECT = 'demo-push-shard';
const DEVICES = 1000;
const MEMBERS = 250;
const SERVICE_TAKES_MS = 100;

let site: Site;

beforeAll(() => {
  site = openSite(PROJECT);
});
beforeEach(() => clearSite(PROJECT));
afterAll(() => site.close());

describe('signal push to 1,000 devices', () => {
  it('keeps over a hundred calls open and takes at most 0.05 reads and writes per device', async () => {
    const service = await startCountingService(SERVICE_TAKES_MS);
    try {
      const made = { devices: DEVICES, members: MEMBERS, now: NOON };
      await createFakeDevices(site, service.subscribe, made);
      const id = await publishSignal(site.firestore, NOON, 'basic');
      const deps = site.deps(() => NOON + 1000);
      const cost = await measureOperations(site.firestore, (firestore) =>
        deliverBroadcast({ ...deps, firestore }, id),
      );
      expect(service.receipts.size).toBe(DEVICES);
      expect(service.maxOpenTrades()).toBeGreaterThan(100);
      expect(cost.reads / DEVICES).toBeLessThanOrEqual(0.05);
      expect(cost.writes / DEVICES).toBeLessThanOrEqual(0.05);
    } finally {
      await service.close();
    }
  });
});
