import { randomUUID } from 'node:crypto';
import {
  FILE_TOO_LARGE,
  NOT_AN_IMAGE,
  PROOF_MAX_BYTES,
  proofDocumentSchema,
  proofPath,
} from '@quantalgo/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspect } from '../../../src/platform/submissions/inspect';
import { PROOFS } from '../../../src/platform/submissions/kinds';
import { removeOrphans } from '../../../src/platform/submissions/submit';
import { jpeg, png, pngHeader } from '../../images';
import { signedIn } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { mailsTo } from './visitor';

const HTML = Buffer.from('<!doctype html><script>alert(document.domain)</script>');
const DAY = 86_400_000;

let api: Api;
let member: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  api = await startApi('demo-onboarding-proofs');
  member = await signedIn(api, { fullName: 'Ada Obi' });
});
afterAll(() => api.close());

/** Puts a file where the rules let the member put it, claiming to be a PNG. */
async function upload(bytes: Buffer, uid = member.uid): Promise<string> {
  const proofId = randomUUID();
  const file = api.bucket.file(proofPath(uid, proofId));
  await file.save(bytes, { contentType: 'image/png', resumable: false });
  return proofId;
}

const submit = (
  proofId: string,
  key: string = randomUUID(),
  traderId = 'PO-12345',
  token = member.token,
) =>
  api.call('/api/proofs', {
    method: 'POST',
    token,
    body: { proofId, traderId },
    headers: { 'idempotency-key': key },
  });

const proof = async (id: string) =>
  proofDocumentSchema.parse((await api.firestore.doc(`proofs/${id}`).get()).data());
const isStored = async (id: string) =>
  (await api.bucket.file(proofPath(member.uid, id)).exists())[0];

describe('a proof', () => {
  it('is entered, looked at, and then waits for staff', async () => {
    const proofId = await upload(jpeg(1080, 2400));
    const { status, envelope } = await submit(proofId);
    expect(status).toBe(200);
    expect(envelope).toMatchObject({ data: { proofId, state: 'checking' } });
    expect(envelope?.message).toBe(
      'Trader ID verification submitted successfully! Our team will review and activate your account within 24 hours.',
    );
    expect(await inspect(api, PROOFS, proofId)).toMatchObject({
      accepted: true,
      type: 'image/jpeg',
    });
    expect(await proof(proofId)).toMatchObject({
      uid: member.uid,
      traderId: 'PO-12345',
      file: proofPath(member.uid, proofId),
      state: 'waiting',
      reason: null,
    });
    const [metadata] = await api.bucket.file(proofPath(member.uid, proofId)).getMetadata();
    expect(metadata.contentType).toBe('image/jpeg');
  });

  it('is entered once, however often its call arrives', async () => {
    const proofId = await upload(png());
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => submit(proofId, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await inspect(api, PROOFS, proofId);
    const late = await submit(proofId, key);
    expect(late.envelope?.data).toEqual({ proofId, state: 'waiting' });
    const { docs } = await api.firestore.collection('proofs').get();
    expect(docs.filter(({ id }) => id === proofId)).toHaveLength(1);
  });

  it('is not entered before its image has arrived', async () => {
    const proofId = randomUUID();
    const key = randomUUID();
    const { status, envelope } = await submit(proofId, key);
    expect(status).toBe(409);
    expect(envelope?.message).toBe('The screenshot has not arrived yet. Please upload it again.');
    await api.bucket.file(proofPath(member.uid, proofId)).save(png(), { resumable: false });
    expect((await submit(proofId, key)).status).toBe(200);
  });

  it('is its member’s own: another’s image or proof is not there for anybody else', async () => {
    const proofId = await upload(png());
    const other = await signedIn(api);
    expect((await submit(proofId, randomUUID(), 'PO-1', other.token)).status).toBe(409);
    await submit(proofId);
    expect((await submit(proofId, randomUUID(), 'PO-1', other.token)).status).toBe(409);
    expect((await proof(proofId)).uid).toBe(member.uid);
  });

  it('is not replaced by a call with the same key and other contents', async () => {
    const key = randomUUID();
    await submit(await upload(png()), key);
    const { status, envelope } = await submit(await upload(png()), key);
    expect(status).toBe(409);
    expect(envelope?.message).toBe('This request was sent before with other contents');
  });

  it.each([
    [{ proofId: 'not-a-uuid', traderId: 'PO-1' }, 'proofId must be a UUID'],
    [{ proofId: randomUUID(), traderId: '  ' }, 'Please enter your trader ID'],
    [
      { proofId: randomUUID(), traderId: 'PO\u0007' },
      'Trader ID must not contain control characters',
    ],
  ])('is refused with %j', async (body, message) => {
    const headers = { 'idempotency-key': randomUUID() };
    const call = { method: 'POST', token: member.token, body, headers };
    const { status, envelope } = await api.call('/api/proofs', call);
    expect(status).toBe(400);
    expect(envelope?.message).toBe(message);
  });

  it('is refused without a key of its own, and without a session', async () => {
    const body = { proofId: randomUUID(), traderId: 'PO-1' };
    const without = await api.call('/api/proofs', { method: 'POST', token: member.token, body });
    expect(without.status).toBe(400);
    expect(without.envelope?.message).toContain('Idempotency-Key');
    expect((await api.call('/api/proofs', { method: 'POST', body })).status).toBe(401);
  });
});

describe('an upload that is not what it claims', () => {
  it.each([
    ['HTML named .png', HTML, NOT_AN_IMAGE],
    ['a polyglot', Buffer.concat([png(), HTML]), NOT_AN_IMAGE],
    ['0 bytes', Buffer.alloc(0), `The file is empty. ${NOT_AN_IMAGE}`],
    ['10 MB and a byte', Buffer.alloc(PROOF_MAX_BYTES + 1, png()), FILE_TOO_LARGE],
    [
      'a header of 30,000 × 30,000',
      pngHeader(30_000, 30_000),
      'The image is larger than 12,000 pixels on a side. Please upload a screenshot.',
    ],
  ])(
    'is rejected with its reason, mailed, and its file removed: %s',
    async (_what, bytes, reason) => {
      const proofId = await upload(bytes);
      await submit(proofId);
      const verdicts = await Promise.all([
        inspect(api, PROOFS, proofId),
        inspect(api, PROOFS, proofId),
      ]);
      expect(verdicts.filter((verdict) => verdict !== null)).toMatchObject([
        { accepted: false, reason },
      ]);
      expect(await proof(proofId)).toMatchObject({ state: 'rejected', reason });
      expect(await isStored(proofId)).toBe(false);
      const mails = await mailsTo(api, member.email);
      expect(mails.filter(({ given }) => given['reason'] === reason).length).toBeGreaterThan(0);
      expect(mails[0]).toMatchObject({ template: 'proofRejected' });
    },
  );
});

describe('an upload that no call ever named', () => {
  it('is removed after a day, and no other', async () => {
    const orphan = await upload(png());
    const named = await upload(png());
    await submit(named);
    await removeOrphans(api, Date.now() + DAY - 60_000);
    expect(await isStored(orphan)).toBe(true);
    await removeOrphans(api, Date.now() + DAY + 60_000);
    expect([await isStored(orphan), await isStored(named)]).toEqual([false, true]);
  });
});
