import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import {
  NOT_A_SETUP_PROOF,
  pendingPath,
  setupDocumentSchema,
  setupProofPath,
} from '@quantalgo/contracts/submissions/submission';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectUpload } from '../../../src/platform/submissions/inspect';
import { SETUPS } from '../../../src/platform/submissions/kinds';
import { removeOrphans } from '../../../src/platform/submissions/orphans';
import { pdf, png } from '../../images';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { uploadFile } from '../http/uploads';
import { mailsTo } from '../auth/visitor';

let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-account-setups');
  member = await logInNewMember(api);
});
afterAll(() => api.close());

const getFile = (setupId: string, uid = member.uid) =>
  api.bucket.file(setupProofPath(uid, setupId));

const getPendingFile = (setupId: string) => api.bucket.file(pendingPath(member.uid, setupId));

const upload = (bytes: Buffer, more: object = {}) =>
  uploadFile(api, member, bytes, { kind: 'setup', type: 'application/pdf', ...more });

const submit = (setupId: string, changes: object = {}, key = setupId, token = member.token) =>
  api.call('/api/setups', {
    method: 'POST',
    token,
    body: { setupId, brokerAccount: 'PO-1', depositAmount: 500, accessPath: 'auto', ...changes },
    headers: { 'idempotency-key': key },
  });

const setup = async (id: string) =>
  setupDocumentSchema.parse((await api.firestore.doc(`setups/${id}`).get()).data());

describe('account setup', () => {
  it.each([
    ['a PDF', pdf(), 'application/pdf'],
    ['a screenshot declared as a PDF', png(), 'image/png'],
  ])('with %s is submitted, inspected and pending for staff', async (_what, bytes, type) => {
    const setupId = await upload(bytes);
    const { status, envelope } = await submit(setupId);
    expect([status, envelope?.data]).toMatchObject([200, { id: setupId, state: 'checking' }]);
    expect(envelope?.data).not.toHaveProperty('file');
    expect(await inspectUpload(api, SETUPS, setupId)).toMatchObject({ accepted: true, type });
    expect(await setup(setupId)).toMatchObject({
      uid: member.uid,
      file: setupProofPath(member.uid, setupId),
      depositAmount: 500,
      state: 'waiting',
    });
    const [metadata] = await getFile(setupId).getMetadata();
    expect(metadata.contentType).toBe(type);
  });

  it('sets the member’s access path', async () => {
    await submit(await upload(pdf()), { accessPath: 'manual', depositAmount: 30 });
    const me = await api.call('/auth/me', { token: member.token });
    expect(me.envelope?.data).toMatchObject({ accessPath: 'manual' });
  });

  it('is submitted once by repeated calls', async () => {
    const setupId = await upload(pdf());
    const sent = await Promise.all(Array.from({ length: 4 }, () => submit(setupId)));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await submit(setupId, { depositAmount: 600 })).status).toBe(409);
    expect((await setup(setupId)).depositAmount).toBe(500);
  });

  it('is refused until its proof is uploaded', async () => {
    const setupId = randomUUID();
    const { status, envelope } = await submit(setupId);
    expect(status).toBe(409);
    expect(envelope?.message).toBe('The proof has not arrived yet. Please upload it again.');
    await upload(pdf(), { id: setupId });
    expect((await submit(setupId)).status).toBe(200);
  });

  it('cannot be submitted by another member', async () => {
    const setupId = await upload(pdf());
    const other = await logInNewMember(api);
    expect((await submit(setupId, {}, randomUUID(), other.token)).status).toBe(409);
    await submit(setupId);
    expect((await submit(setupId, {}, randomUUID(), other.token)).status).toBe(409);
    expect((await setup(setupId)).uid).toBe(member.uid);
  });

  it.each([
    [{ depositAmount: 29, accessPath: 'manual' }, 'The minimum deposit for manual access is $30'],
    [{ depositAmount: 499 }, 'The minimum deposit for auto copy trading is $500'],
    [{ brokerAccount: ' ' }, 'Broker account ID is required'],
  ])('is refused with %j', async (changes, message) => {
    const { status, envelope } = await submit(randomUUID(), changes);
    expect([status, envelope?.message]).toEqual([400, message]);
  });

  it('is rejected with an email, and its file deleted, if the proof is no PDF or image', async () => {
    const setupId = await upload(Buffer.from('<html>not a PDF</html>'));
    await submit(setupId);
    const verdicts = await Promise.all([
      inspectUpload(api, SETUPS, setupId),
      inspectUpload(api, SETUPS, setupId),
    ]);
    expect(verdicts.filter((verdict) => verdict !== null)).toHaveLength(1);
    expect(await setup(setupId)).toMatchObject({ state: 'rejected', reason: NOT_A_SETUP_PROOF });
    expect((await getFile(setupId).exists())[0]).toBe(false);
    expect((await getPendingFile(setupId).exists())[0]).toBe(false);
    const [mail] = await mailsTo(api, member.email);
    expect(mail).toMatchObject({ template: 'setupRejected' });
  });
});

describe('unreferenced proof of deposit', () => {
  it('is deleted after a day', async () => {
    const orphan = await upload(pdf());
    const named = await upload(pdf());
    await submit(named);
    await removeOrphans(api, Date.now() + DAY_MS + 60_000);
    const left = await Promise.all([orphan, named].map((id) => getPendingFile(id).exists()));
    expect(left).toEqual([[false], [true]]);
  });
});
