import { randomUUID } from 'node:crypto';
import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import {
  accountArchiveSchema,
  accountDataSchema,
  type SignalArchiveEntry,
} from '@quantalgo/contracts/privacy/archive';
import { DEFAULT_PUSH } from '@quantalgo/contracts/push/push';
import { toSealedSignal } from '@quantalgo/contracts/record/ledger/entry';
import { REVEAL_TIMEOUT_MS } from '@quantalgo/contracts/signals/signalEnd';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { proofPath } from '@quantalgo/contracts/submissions/submission';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { append, commitToSignal } from '../../../src/domain/record/ledger';
import { changeAccess } from '../../../src/platform/access/access';
import { issueDashboardCode } from '../../../src/platform/access/dashboardCodes';
import { buildFingerprint } from '../../fingerprints';
import { inspectUpload } from '../../../src/platform/submissions/inspect';
import { PROOFS } from '../../../src/platform/submissions/kinds';
import { png } from '../../images';
import { logInNewMember } from '../http/members';
import { signalDocument, wonAtLevel1 } from '../signals/signalDocuments';
import { startApi, type Api } from '../http/suite';
import { uploadFile } from '../http/uploads';
import { post } from '../auth/visitor';
import { PUSH_ON, createBrowserSubscription } from '../push/browser';
import { sha256 } from '../../../src/domain/core/sha256';

const JOINED = Date.parse('2026-11-01T08:00:00Z');
const FIRST = Date.parse('2026-11-02T10:00:00Z');

let api: Api;

beforeAll(async () => {
  api = await startApi('demo-account-archive', { push: PUSH_ON });
});
afterAll(() => api.close());

const fetchExport = async (token: string) => {
  const { status, envelope } = await api.call('/api/account/export', { token });
  expect(status).toBe(200);
  return accountDataSchema.parse(envelope?.data);
};

/** All pages of the member's exported signals. */
async function fetchSignals(token: string): Promise<SignalArchiveEntry[]> {
  const signals: SignalArchiveEntry[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query = after === '' ? '' : `?after=${after}`;
    const { envelope } = await api.call(`/api/account/export/signals${query}`, { token });
    const page = endpoints.exportSignals.data.parse(envelope?.data);
    signals.push(...page.signals);
    after = page.next;
  }
  return signals;
}

/** Writes a settled signal with its entries of the ledger. */
async function publish(slot: number, audience: 'basic' | 'order-flow', seq: number): Promise<void> {
  const document = { ...signalDocument(slot, audience), settlement: wonAtLevel1(slot) };
  const signal = signalDocumentSchema.parse(document);
  const { outcome, level, closes, fetchedAt } = signal.settlement ?? {};
  const sealed = toSealedSignal(signal);
  const published = append(
    { seq: seq - 1, hash: sha256('before') },
    {
      type: 'publication',
      slot: signal.id,
      commitment: commitToSignal(sealed, signal.salt),
      strategyHash: sha256('strategy'),
      revealBy: new Date(slot + REVEAL_TIMEOUT_MS).toISOString(),
    },
    { at: slot, source: 'simulated' },
  );
  const settled = append(
    published,
    {
      type: 'settlement',
      slot: signal.id,
      signal: sealed,
      salt: signal.salt,
      outcome: outcome ?? 'loss',
      level: level ?? null,
      closes: (closes ?? []).map(({ at, price }) => ({ at: new Date(at).toISOString(), price })),
      fetchedAt: new Date(fetchedAt ?? slot).toISOString(),
    },
    { at: slot + 3 * SLOT_MS, source: 'simulated' },
  );
  const batch = api.firestore.batch();
  batch.set(api.firestore.doc(`signals/${signal.id}`), document);
  for (const entry of [published, settled])
    batch.set(api.firestore.doc(`ledger/${entry.seq}`), entry);
  await batch.commit();
}

describe('account export', () => {
  it('contains everything stored about the member, in the published format', async () => {
    const member = await logInNewMember(api);
    const staff = await logInNewMember(api, { staff: true });
    const details = { phone: '+234 801 234 5678', country: 'Nigeria', telegram: '@ada' };
    await api.firestore.doc(`users/${member.uid}`).update(details);
    await post(api, '/auth/send-activation-email', {}, member.token);
    const proofId = await uploadFile(api, member, png());
    const keyed = (path: string, body: object) =>
      api.call(path, {
        method: 'POST',
        token: member.token,
        body,
        headers: { 'idempotency-key': randomUUID() },
      });
    await keyed('/api/proofs', { proofId, traderId: 'PO-1' });
    await inspectUpload(api, PROOFS, proofId);
    await keyed('/api/tickets', { category: 'other', subject: 'Hello', message: 'A question' });
    const device = { subscription: createBrowserSubscription(), zone: 'Africa/Lagos' };
    await post(api, '/api/push/subscriptions', device, member.token);
    const grant = { uid: member.uid, tier: 'starter', by: staff.uid, now: Date.now() } as const;
    const dashboardCode = await issueDashboardCode(api, grant);
    await post(api, '/auth/validate-dashboard-code', { dashboardCode }, member.token);

    await post(
      api,
      `/api/admin/proofs/${proofId}/fingerprint`,
      buildFingerprint([1, 2]),
      staff.token,
    );

    const data = await fetchExport(member.token);
    expect(data.user).toMatchObject({ id: member.uid, email: member.email, ...details });
    expect(data.proofs).toMatchObject([{ id: proofId, traderId: 'PO-1' }]);
    expect(data.files).toMatchObject([{ path: proofPath(member.uid, proofId), type: 'image/png' }]);
    expect(data.tickets).toMatchObject([{ messages: [{ text: 'A question' }] }]);
    expect(data.accessEvents).toMatchObject([
      { by: 'member', reason: 'dashboard code issued by staff', after: { tier: 'starter' } },
    ]);
    expect(data.devices).toMatchObject([{ current: true }]);
    expect(data.pushDevices).toMatchObject([
      { service: 'fcm.googleapis.com', zone: 'Africa/Lagos', preferences: DEFAULT_PUSH },
    ]);
    expect(JSON.stringify(data)).not.toContain(device.subscription.keys.auth);
    expect(data.mails.map(({ template, to }) => `${template} ${to}`).sort()).toEqual([
      `accessChanged ${member.email}`,
      `activationSteps ${member.email}`,
    ]);
    expect(data.remembered.map(({ what }) => what).sort()).toEqual([
      'a dashboard code',
      'a fingerprint of a proof’s image, to find similar ones',
      'a notification for your devices',
      'a request you sent, stored so that it takes effect only once',
      'a request you sent, stored so that it takes effect only once',
      'permission to upload a file',
      'staff actions that concern you, and how chats were linked, for the audit',
    ]);
    expect(JSON.stringify(data)).not.toContain(staff.uid);
  });

  it('contains nobody else’s data and is rate-limited', async () => {
    const [one, other] = [await logInNewMember(api), await logInNewMember(api)];
    expect(JSON.stringify(await fetchExport(one.token))).not.toContain(other.uid);
    for (let times = 1; times < 10; times += 1) await fetchExport(one.token);
    expect((await api.call('/api/account/export', { token: one.token })).status).toBe(429);
  });
});

describe('signals in the account export', () => {
  beforeAll(async () => {
    for (let index = 0; index < 4; index += 1) {
      const audience = index % 2 === 0 ? 'basic' : 'order-flow';
      await publish(FIRST + index * HOUR_MS, audience, 1 + 2 * index);
    }
  });

  it('are those of the member’s tier since joining, with their ledger entries', async () => {
    const { token } = await logInNewMember(api, { tier: 'starter' });
    const signals = await fetchSignals(token);
    expect(signals.map(({ signal }) => signal.id)).toEqual([
      slotId(FIRST),
      slotId(FIRST + 2 * HOUR_MS),
    ]);
    for (const { signal, ledger } of signals) {
      expect(ledger.publication).toMatchObject({ type: 'publication', slot: signal.id });
      expect(ledger.settlement).toMatchObject({ type: 'settlement', salt: signal.salt });
    }
    const archive = { ...(await fetchExport(token)), journal: [], signals };
    expect(accountArchiveSchema.parse(archive).signals).toHaveLength(2);
  });

  it('are all for essential members, and none without access', async () => {
    const essential = await logInNewMember(api, { tier: 'essential' });
    const guest = await logInNewMember(api);
    expect(await fetchSignals(essential.token)).toHaveLength(4);
    expect(await fetchSignals(guest.token)).toEqual([]);
  });

  it('cover only the time with access', async () => {
    const { uid, token } = await logInNewMember(api);
    const change = (tier: 'guest' | 'essential', now: number) =>
      changeAccess(api, {
        uid,
        change: SETTABLE_ACCESS[tier],
        by: 'staff',
        reason: 'test',
        now,
      });
    await change('essential', FIRST + 30 * 60_000);
    await change('guest', FIRST + 2 * HOUR_MS + 30 * 60_000);
    expect((await fetchSignals(token)).map(({ signal }) => signal.id)).toEqual([
      slotId(FIRST + HOUR_MS),
      slotId(FIRST + 2 * HOUR_MS),
    ]);
  });

  it('are paged without gaps, and without signals that can’t be read', async () => {
    const { uid, token } = await logInNewMember(api, { tier: 'essential' });
    const writer = api.firestore.bulkWriter();
    const slots = Array.from({ length: 450 }, (_, index) => FIRST + 10 * HOUR_MS + index * SLOT_MS);
    const writes = slots.map((slot, index) =>
      writer.set(api.firestore.doc(`signals/${slotId(slot)}`), {
        ...signalDocument(slot, 'basic'),
        // The last one of the first page, after four earlier signals.
        ...(index === 195 && { direction: 'SIDEWAYS' }),
      }),
    );
    await writer.close();
    await Promise.all(writes);
    await api.firestore.doc(`users/${uid}`).update({ createdAt: Timestamp.fromMillis(JOINED) });
    const ids = (await fetchSignals(token)).map(({ signal }) => signal.id);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids).toHaveLength(453);
  });

  it.each(['20261340T9999Z', '20261120T1403Z', 'yesterday'])(
    'reject the cursor %s',
    async (after) => {
      const { token } = await logInNewMember(api, { tier: 'starter' });
      const { status } = await api.call(`/api/account/export/signals?after=${after}`, { token });
      expect(status).toBe(400);
    },
  );
});
