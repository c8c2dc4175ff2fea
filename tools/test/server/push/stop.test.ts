import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { getPacksCollection } from '@quantalgo/functions/platform/account/pushPacks';
import { changeAccount } from '@quantalgo/functions/platform/account/users';
import { deliverBroadcast } from '@quantalgo/functions/platform/push/broadcast';
import { rebuildPacks } from '@quantalgo/functions/platform/push/rebuildPacks';
import { FieldPath } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPushService, type PushService } from '../../fixtures/pushService';
import {
  addDevice,
  clearSite,
  createMember,
  NOON,
  openSite,
  publishSignal,
  type Site,
} from './site';

const PROJECT = 'demo-push-stop';
const MIDNIGHT = NOON + 2 * SLOT_MS;

let site: Site;
let service: PushService;

beforeAll(() => {
  site = openSite(PROJECT);
});
beforeEach(async () => {
  await clearSite(PROJECT);
  service = await startPushService();
});
afterEach(() => service.close());
afterAll(() => site.close());

/** Publishes a slot’s signal and returns the endpoints that received it. */
async function publishAndNotify(slot: number): Promise<readonly string[]> {
  const before = service.received.length;
  const push = await publishSignal(site.firestore, slot, 'basic');
  await deliverBroadcast(
    site.deps(() => slot + 1000),
    push,
  );
  return service.received.slice(before).map(({ endpoint }) => endpoint);
}

describe('member who stopped for today', () => {
  it('gets no signals on any device until midnight, and can’t lift the stop', async () => {
    const uid = await createMember(site, 'starter');
    const phone = await addDevice(site, service, uid);
    const laptop = await addDevice(site, service, uid);
    const other = await addDevice(site, service, await createMember(site, 'starter'));
    await changeAccount(
      site.firestore,
      { uid, change: { stoppedUntil: MIDNIGHT }, call: null },
      NOON,
    );
    expect(await publishAndNotify(NOON)).toEqual([other.endpoint]);
    await changeAccount(site.firestore, { uid, change: { stoppedUntil: NOON }, call: null }, NOON);
    expect(await publishAndNotify(NOON + SLOT_MS)).toEqual([other.endpoint]);
    expect(await publishAndNotify(MIDNIGHT)).toHaveLength(3);
    expect(await publishAndNotify(MIDNIGHT + SLOT_MS)).toEqual(
      expect.arrayContaining([phone.endpoint, laptop.endpoint]),
    );
  });

  it('gets no signals on a device registered later, nor after an outdated pack was rebuilt', async () => {
    const uid = await createMember(site, 'starter');
    await changeAccount(
      site.firestore,
      { uid, change: { stoppedUntil: MIDNIGHT }, call: null },
      NOON,
    );
    const { id } = await addDevice(site, service, uid);
    expect(await publishAndNotify(NOON)).toEqual([]);
    const { docs } = await getPacksCollection(site.firestore).get();
    for (const { ref } of docs)
      await ref.update(new FieldPath('devices', id, 'stoppedUntil'), null);
    expect(await rebuildPacks(site.firestore, NOON)).toBe(1);
    expect(await publishAndNotify(NOON + SLOT_MS)).toEqual([]);
  });
});
