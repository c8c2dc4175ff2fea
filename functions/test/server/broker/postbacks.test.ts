import { randomUUID } from 'node:crypto';
import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import { userSchema } from '@quantalgo/contracts/account/member';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { POSTBACK_PRESETS } from '../../../src/domain/broker/postbackNames';
import {
  approveMatch,
  approveWaitingMatches,
  MATCH_APPROVER,
} from '../../../src/platform/broker/approveMatch';
import { importAccounts } from '../../../src/platform/submissions/brokerList';
import { setFlag } from '../../../src/platform/core/flags';
import { inspectUpload } from '../../../src/platform/submissions/inspect';
import { PROOFS } from '../../../src/platform/submissions/kinds';
import { png } from '../../images';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { uploadFile } from '../http/uploads';

const SECRET = 'the-secret-of-a-test-which-is-long-enough';

let api: Api;
let ahead = 0;
let staff: string;
let member: Awaited<ReturnType<typeof logInGuest>>;
let traderId: string;

const flag = (on: boolean) =>
  setFlag(api.firestore, { name: 'approve-matches', on, by: 'a test', now: Date.now() });

beforeAll(async () => {
  api = await startApi('demo-postbacks', {
    clock: () => Date.now() + ahead,
    postbacks: { secret: SECRET, names: POSTBACK_PRESETS.pocketOption },
  });
  ({ token: staff } = await logInNewMember(api, { staff: true }));
});
beforeEach(async () => {
  ahead = 0;
  traderId = `PO-${randomUUID().slice(0, 8)}`;
  member = await logInGuest('Ada Obi');
  await flag(false);
});
afterAll(() => api.close());

const CODE_LETTERS = 'ACDEFGHJKMNPQRTVWXY';

const drawPart = () =>
  Array.from(
    { length: 3 },
    () => CODE_LETTERS[Math.floor(Math.random() * CODE_LETTERS.length)],
  ).join('');

/** Logs in a guest with an admission code. */
async function logInGuest(fullName: string) {
  const guest = await logInNewMember(api, { fullName, tier: 'guest' });
  const admissionCode = `QA-${drawPart()}-${drawPart()}`;
  await api.firestore.doc(`users/${guest.uid}`).update({ admissionCode });
  await api.firestore.doc(`admissionCodes/${admissionCode}`).set({ uid: guest.uid });
  return { ...guest, admissionCode };
}

async function readMember({ token } = member) {
  const { envelope } = await api.call('/auth/me', { token });
  return userSchema.parse(envelope?.data);
}

async function report(parameters: Record<string, string>, secret = SECRET): Promise<number> {
  const query = new URLSearchParams({ trader_id: traderId, ...parameters }).toString();
  const reply = await fetch(`${api.url}/api/broker/postback/${secret}?${query}`);
  await reply.arrayBuffer();
  return reply.status;
}

const countPostbacks = async () => {
  const postbacks = api.firestore.collection('brokerPostbacks').where('traderId', '==', traderId);
  return (await postbacks.count().get()).data().count;
};

async function sendProof(by = member): Promise<string> {
  const proofId = await uploadFile(api, by, png());
  await api.call('/api/proofs', {
    method: 'POST',
    token: by.token,
    body: { proofId, traderId },
    headers: { 'idempotency-key': randomUUID() },
  });
  await inspectUpload(
    { firestore: api.firestore, bucket: api.bucket, clock: api.clock },
    PROOFS,
    proofId,
  );
  return proofId;
}

const callAsStaff = (path: string, method = 'POST', body?: object) =>
  api.call(path, {
    method,
    body,
    token: staff,
    headers: { 'idempotency-key': randomUUID() },
  });

const setTier = (tier: keyof typeof SETTABLE_ACCESS) =>
  callAsStaff(`/api/admin/users/${member.uid}/access`, 'PATCH', SETTABLE_ACCESS[tier]);

const readState = async (proofId: string): Promise<unknown> =>
  (await api.firestore.collection('proofs').doc(proofId).get()).get('state');

describe('broker postbacks', () => {
  it('show the member the account opened through their link', async () => {
    const click_id = member.admissionCode.toLowerCase();
    expect(await report({ click_id, reg: '1' })).toBe(200);
    expect(await report({ click_id, ftd: '1', sumdep: '150' })).toBe(200);
    const { broker, tier } = await readMember();
    expect(broker).toMatchObject({ traderId, deposited: 150 });
    expect(broker?.registeredAt).not.toBeNull();
    expect(tier).toBe('guest');
  });

  it('keep withdrawals and times after an import of net amounts', async () => {
    const click_id = member.admissionCode;
    await report({ click_id, reg: '1' });
    await report({ click_id, ftd: '1', sumdep: '100', totaldep: '100' });
    await report({ click_id, wdr: '1', sumdep: '90' });
    expect((await readMember()).broker?.deposited).toBe(10);
    const accounts = [{ traderId, underOurLink: true, funded: true, amount: 10 }];
    await importAccounts(api.firestore, accounts, { by: 'a test', now: Date.now() });
    await report({ click_id, dep: '1', sumdep: '20', totaldep: '120' });
    const { broker } = await readMember();
    expect(broker?.deposited).toBe(30);
    expect(broker?.registeredAt).not.toBeNull();
  });

  it('show the larger of two accounts opened through a member’s link', async () => {
    const click_id = member.admissionCode;
    const [first, second] = [traderId, `${traderId}-2`];
    await report({ click_id, ftd: '1', sumdep: '150' });
    await report({ click_id, reg: '1', trader_id: second });
    expect((await readMember()).broker).toMatchObject({ traderId: first, deposited: 150 });
    await report({ click_id, ftd: '1', sumdep: '200', trader_id: second });
    expect((await readMember()).broker).toMatchObject({ traderId: second, deposited: 200 });
  });

  it('are stored once when the programme repeats them', async () => {
    const deposit = { click_id: member.admissionCode, dep: '1', sumdep: '30', trade_id: 'tx-1' };
    const answers = await Promise.all([report(deposit), report(deposit), report(deposit)]);
    expect(answers).toEqual([200, 200, 200]);
    ahead = 10 * MINUTE_MS;
    expect(await report(deposit)).toBe(200);
    expect(await countPostbacks()).toBe(1);
    expect((await readMember()).broker?.deposited).toBe(30);
  });

  it('are accepted as a form or as JSON', async () => {
    const url = `${api.url}/api/broker/postback/${SECRET}`;
    const fields = { trader_id: traderId, event: 'deposit', sumdep: '20' };
    const asForm = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
    const asJson = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, sumdep: 25, trade_id: 'tx-9' }),
    });
    expect([asForm.status, asJson.status]).toEqual([200, 200]);
    expect(await countPostbacks()).toBe(2);
  });

  it('don’t move an account to the member of a later click', async () => {
    await report({ click_id: member.admissionCode, reg: '1' });
    const other = await logInGuest('Eve Thief');
    await report({ click_id: other.admissionCode, ftd: '1', sumdep: '500' });
    expect((await readMember()).broker?.deposited).toBe(500);
    expect((await readMember(other)).broker).toBeNull();
  });

  it('are refused without the secret, which is never logged', async () => {
    expect(await report({ reg: '1' }, 'wrong')).toBe(404);
    expect(await report({ reg: '1' })).toBe(200);
    expect(await countPostbacks()).toBe(1);
    expect(JSON.stringify(api.lines)).not.toContain(SECRET);
  });

  it('are refused if too large or sent with another method', async () => {
    expect(await report({ event: 'x'.repeat(400) })).toBe(413);
    const url = `${api.url}/api/broker/postback/${SECRET}`;
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
  });

  it('are stored even if they name no event or account', async () => {
    traderId = `PO-${randomUUID().slice(0, 8)}`;
    expect(await report({ country: 'NG' })).toBe(200);
    expect(await countPostbacks()).toBe(1);
    const reply = await fetch(`${api.url}/api/broker/postback/${SECRET}?reg=1`);
    expect(reply.status).toBe(200);
  });

  it('appear in the case under staff review', async () => {
    await report({ click_id: member.admissionCode, ftd: '1', sumdep: '150' });
    const proofId = await sendProof();
    const { envelope } = await callAsStaff(`/api/admin/proofs/${proofId}/claim`);
    const caseSchema = z.object({
      broker: z.object({ amount: z.number(), funded: z.boolean(), underOurLink: z.boolean() }),
    });
    expect(caseSchema.parse(envelope?.data).broker).toEqual({
      amount: 150,
      funded: true,
      underOurLink: true,
    });
  });
});

describe('approval by postback', () => {
  it('is off by default', async () => {
    await report({ click_id: member.admissionCode, ftd: '1', sumdep: '150' });
    const proofId = await sendProof();
    expect(await approveMatch(api.firestore, api.clock, traderId)).toBe(false);
    expect(await readState(proofId)).toBe('waiting');
  });

  it('approves a waiting proof once its deposit arrives, and audits the approver', async () => {
    await flag(true);
    const proofId = await sendProof();
    await report({ click_id: member.admissionCode, reg: '1' });
    expect(await readState(proofId)).toBe('waiting');
    await report({ click_id: member.admissionCode, ftd: '1', sumdep: '150' });
    expect(await readState(proofId)).toBe('approved');
    expect((await readMember()).tier).toBe('essential');
    const events = await api.firestore
      .collection('accessEvents')
      .where('uid', '==', member.uid)
      .get();
    expect(events.docs.map((event): unknown => event.get('by'))).toContain(MATCH_APPROVER);
  });

  it('leaves an account claimed by two members to staff', async () => {
    await flag(true);
    const other = await logInGuest('Eve Thief');
    const proofs = [await sendProof(), await sendProof(other)];
    await report({ click_id: member.admissionCode, ftd: '1', sumdep: '150' });
    expect(await Promise.all(proofs.map(readState))).toEqual(['waiting', 'waiting']);
  });

  it('leaves a deposit below the first tier or without the member’s link to staff', async () => {
    await flag(true);
    const proofId = await sendProof();
    await report({ click_id: member.admissionCode, ftd: '1', sumdep: '19.99' });
    expect(await readState(proofId)).toBe('waiting');
    traderId = `PO-${randomUUID().slice(0, 8)}`;
    const unlinked = await sendProof();
    await report({ ftd: '1', sumdep: '150' });
    expect(await readState(unlinked)).toBe('waiting');
  });

  it('never counts what only an imported list says', async () => {
    await flag(true);
    const proofId = await sendProof();
    await report({ click_id: member.admissionCode, reg: '1' });
    const csv = `trader_id,under_our_link,funded,amount\n${traderId},yes,yes,150\n`;
    expect((await callAsStaff('/api/admin/broker-list', 'POST', { csv })).status).toBe(200);
    await approveWaitingMatches(api.firestore, api.clock);
    await report({ click_id: member.admissionCode, conf: '1' });
    expect((await readMember()).broker?.deposited).toBe(150);
    expect([await readState(proofId), (await readMember()).tier]).toEqual(['waiting', 'guest']);
    await report({ click_id: member.admissionCode, ftd: '1', sumdep: '50' });
    expect([await readState(proofId), (await readMember()).tier]).toEqual(['approved', 'starter']);
  });

  it('leaves a deposit that a later list denies to staff', async () => {
    await report({ click_id: member.admissionCode, ftd: '1', sumdep: '150' });
    const accounts = [{ traderId, underOurLink: true, funded: true, amount: 10 }];
    await importAccounts(api.firestore, accounts, { by: 'a test', now: Date.now() });
    await flag(true);
    const proofId = await sendProof();
    await approveWaitingMatches(api.firestore, api.clock);
    expect(await readState(proofId)).toBe('waiting');
  });

  it('leaves a staff member’s proof to other staff', async () => {
    await flag(true);
    const proofId = await sendProof();
    await api.firestore.doc(`users/${member.uid}`).update({ staff: true });
    await report({ click_id: member.admissionCode, ftd: '1', sumdep: '150' });
    await approveWaitingMatches(api.firestore, api.clock);
    expect(await readState(proofId)).toBe('waiting');
  });

  it('leaves a member whose tier staff lowered to staff, until staff raise it again', async () => {
    await flag(true);
    await sendProof();
    await report({ click_id: member.admissionCode, ftd: '1', sumdep: '50' });
    expect((await readMember()).tier).toBe('starter');
    expect((await setTier('guest')).status).toBe(200);
    const proofId = await sendProof();
    await report({ click_id: member.admissionCode, dep: '1', sumdep: '100' });
    await approveWaitingMatches(api.firestore, api.clock);
    expect([await readState(proofId), (await readMember()).tier]).toEqual(['waiting', 'guest']);
    await setTier('starter');
    await approveWaitingMatches(api.firestore, api.clock);
    expect([await readState(proofId), (await readMember()).tier]).toEqual([
      'approved',
      'essential',
    ]);
  });

  it('comes later if staff held the proof or the flag was off when the deposit arrived', async () => {
    const early = await sendProof();
    await report({ click_id: member.admissionCode, ftd: '1', sumdep: '150' });
    await approveWaitingMatches(api.firestore, api.clock);
    expect(await readState(early)).toBe('waiting');
    await flag(true);
    await approveWaitingMatches(api.firestore, api.clock);
    expect(await readState(early)).toBe('approved');
    [member, traderId] = [await logInGuest('Uche Eze'), `PO-${randomUUID().slice(0, 8)}`];
    const held = await sendProof();
    await callAsStaff(`/api/admin/proofs/${held}/claim`);
    await report({ click_id: member.admissionCode, ftd: '1', sumdep: '150' });
    expect(await readState(held)).toBe('waiting');
    await callAsStaff(`/api/admin/proofs/${held}/release`);
    await approveWaitingMatches(api.firestore, api.clock);
    expect(await readState(held)).toBe('approved');
  });
});
