import { createHash, randomUUID } from 'node:crypto';
import {
  FILE_TOO_LARGE,
  NOT_AN_IMAGE,
  NOT_READABLE,
  pendingPath,
  PROOF_MAX_BYTES,
  proofDocumentSchema,
  proofPath,
  UPLOAD_MISSING,
} from '@quantalgo/contracts/submissions/submission';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inspectUpload } from '../../../src/platform/submissions/inspect';
import { PROOFS } from '../../../src/platform/submissions/kinds';
import { chunk, jpeg, png, pngHeader } from '../../images';
import { createPhoto } from '../../photo';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { mailsTo } from '../auth/visitor';
import { createProofClient, HTML } from './proofClient';

let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;
const { upload, submit, isStored, isPending } = createProofClient(() => ({ api, member }));

/** Logs in a new member, because submissions per member are limited. */
const newMember = async () => {
  member = await logInNewMember(api, { fullName: 'Ada Obi' });
};

beforeAll(async () => {
  api = await startApi('demo-onboarding-proofs');
});
beforeEach(newMember);
afterAll(() => api.close());

const proof = async (id: string) =>
  proofDocumentSchema.parse((await api.firestore.doc(`proofs/${id}`).get()).data());

describe('proof', () => {
  it('is submitted, inspected and then pending for staff', async () => {
    const proofId = await upload(jpeg(1080, 2400));
    const { status, envelope } = await submit(proofId);
    expect(status).toBe(200);
    expect(envelope).toMatchObject({ data: { proofId, state: 'checking' } });
    expect(envelope?.message).toBe(
      'Trader ID verification submitted successfully! Our team will review and activate your account within 24 hours.',
    );
    expect(await inspectUpload(api, PROOFS, proofId)).toMatchObject({
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
    const stored = await api.firestore.doc(`proofs/${proofId}`).get();
    expect(stored.get('accountKey')).toBe('po12345');
    const [metadata] = await api.bucket.file(proofPath(member.uid, proofId)).getMetadata();
    expect(metadata.contentType).toBe('image/jpeg');
    expect(await isPending(proofId)).toBe(false);
  });

  it('is submitted once by ten concurrent calls with different keys, which all succeed', async () => {
    const proofId = await upload(png());
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(proofId)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(await proof(proofId)).toMatchObject({ uid: member.uid, traderId: 'PO-12345' });
  });

  it('is submitted once by concurrent calls with different trader IDs; the others get 409', async () => {
    const proofId = await upload(png());
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => submit(proofId, randomUUID(), `PO-1000${index}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  it('is stored without the uploader’s metadata or a public link', async () => {
    const metadata = {
      contentDisposition: 'attachment; filename="invoice.exe"',
      cacheControl: 'public, max-age=31536000',
      metadata: { firebaseStorageDownloadTokens: randomUUID(), own: 'x'.repeat(1000) },
    };
    const proofId = await upload(png(), { metadata });
    await submit(proofId);
    await inspectUpload(api, PROOFS, proofId);
    const [stored] = await api.bucket.file(proofPath(member.uid, proofId)).getMetadata();
    expect(stored.cacheControl).toBe('private, no-store');
    expect(stored.contentDisposition).toBe('attachment; filename="proof.png"');
    expect(stored.metadata ?? {}).toEqual({});
  });

  it('is re-encoded upright, without camera metadata or trailing data', async () => {
    const brought = await createPhoto();
    const proofId = await upload(brought, { type: 'image/jpeg' });
    await submit(proofId);
    await inspectUpload(api, PROOFS, proofId);
    const [stored] = await api.bucket.file(proofPath(member.uid, proofId)).download();
    expect(await sharp(stored).metadata()).toMatchObject({ width: 40, height: 60 });
    for (const secret of ['Exif', 'Ada Obi', 'Maker of phones', 'SEFT']) {
      expect(brought.includes(secret), secret).toBe(true);
      expect(stored.includes(secret), secret).toBe(false);
    }
    const digest: unknown = (await api.firestore.doc(`proofs/${proofId}`).get()).get('digest');
    expect(digest).toBe(createHash('sha256').update(brought).digest('hex'));
  });

  it('is rejected if its pixels can’t be decoded', async () => {
    const broken = Buffer.concat([
      pngHeader(9, 9),
      chunk('IDAT', Buffer.from('no pixels')),
      chunk('IEND', Buffer.alloc(0)),
    ]);
    const proofId = await upload(broken);
    await submit(proofId);
    expect(await inspectUpload(api, PROOFS, proofId)).toMatchObject({
      accepted: false,
      reason: NOT_READABLE,
    });
    expect([await isStored(proofId), await isPending(proofId)]).toEqual([false, false]);
  });

  it('is submitted once by repeated calls with one key', async () => {
    const proofId = await upload(png());
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => submit(proofId, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await inspectUpload(api, PROOFS, proofId);
    const late = await submit(proofId, key);
    expect(late.envelope?.data).toEqual({ proofId, state: 'waiting' });
    const { docs } = await api.firestore.collection('proofs').get();
    expect(docs.filter(({ id }) => id === proofId)).toHaveLength(1);
  });

  it('is refused until its image is uploaded with a permit', async () => {
    const proofId = randomUUID();
    const key = randomUUID();
    const { status, envelope } = await submit(proofId, key);
    expect(status).toBe(409);
    expect(envelope?.message).toBe('The screenshot has not arrived yet. Please upload it again.');
    expect(envelope?.code).toBe(UPLOAD_MISSING);
    await api.bucket.file(pendingPath(member.uid, proofId)).save(png(), { resumable: false });
    expect((await submit(proofId, key)).status, 'Without a permit').toBe(409);
    await upload(png(), { id: proofId });
    expect((await submit(proofId, key)).status).toBe(200);
  });

  it('cannot be submitted by another member', async () => {
    const proofId = await upload(png());
    const other = await logInNewMember(api);
    expect((await submit(proofId, randomUUID(), 'PO-1', other.token)).status).toBe(409);
    await submit(proofId);
    expect((await submit(proofId, randomUUID(), 'PO-1', other.token)).status).toBe(409);
    expect((await proof(proofId)).uid).toBe(member.uid);
  });

  it('is not replaced by a call with the same key and different content', async () => {
    const key = randomUUID();
    await submit(await upload(png()), key);
    const { status, envelope } = await submit(await upload(png()), key);
    expect(status).toBe(409);
    expect(envelope?.message).toBe('This request was already sent with different content');
  });

  it('is not copied into the idempotency record', async () => {
    const key = randomUUID();
    const proofId = await upload(png());
    await submit(proofId, key);
    const call = (await api.firestore.doc(`idempotency/${member.uid}_${key}`).get()).data();
    expect(call).toMatchObject({ submitted: { collection: 'proofs', id: proofId } });
    expect(JSON.stringify(call)).not.toContain('PO-12345');
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

  it('is refused without an idempotency key or a session', async () => {
    const body = { proofId: randomUUID(), traderId: 'PO-1' };
    const without = await api.call('/api/proofs', { method: 'POST', token: member.token, body });
    expect(without.status).toBe(400);
    expect(without.envelope?.message).toContain('Idempotency-Key');
    expect((await api.call('/api/proofs', { method: 'POST', body })).status).toBe(401);
  });
});

describe('upload with false content', () => {
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
    'is rejected, its file is deleted and the reason is emailed: %s',
    async (_what, bytes, reason) => {
      const proofId = await upload(bytes);
      await submit(proofId);
      const verdicts = await Promise.all([
        inspectUpload(api, PROOFS, proofId),
        inspectUpload(api, PROOFS, proofId),
      ]);
      expect(verdicts.filter((verdict) => verdict !== null)).toMatchObject([
        { accepted: false, reason },
      ]);
      expect(await proof(proofId)).toMatchObject({ state: 'rejected', reason });
      expect([await isStored(proofId), await isPending(proofId)]).toEqual([false, false]);
      const mails = await mailsTo(api, member.email);
      expect(mails.filter(({ given }) => given['reason'] === reason).length).toBeGreaterThan(0);
      expect(mails[0]).toMatchObject({ template: 'proofRejected' });
    },
  );
});

describe('file that kills each inspection', () => {
  it('is rejected after three attempts', async () => {
    const proofId = await upload(png());
    await submit(proofId);
    await api.firestore.doc(`proofs/${proofId}`).update({ attempts: 3 });
    expect(await inspectUpload(api, PROOFS, proofId)).toEqual({
      accepted: false,
      reason: NOT_READABLE,
    });
    expect(await proof(proofId)).toMatchObject({ state: 'rejected', reason: NOT_READABLE });
    expect(await isPending(proofId)).toBe(false);
  });

  it('has its attempt counted before it is read', async () => {
    const proofId = await upload(png());
    await submit(proofId);
    const bucket = new Proxy(api.bucket, {
      get: () => () => {
        throw new Error('killed');
      },
    });
    await expect(inspectUpload({ ...api, bucket }, PROOFS, proofId)).rejects.toThrow('killed');
    expect((await api.firestore.doc(`proofs/${proofId}`).get()).get('attempts')).toBe(1);
    expect(await inspectUpload(api, PROOFS, proofId)).toMatchObject({ accepted: true });
  });
});
