import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import {
  FILE_TOO_LARGE,
  NOT_A_SETUP_PROOF,
  NOT_AN_IMAGE,
  pendingPath,
  PROOF_MAX_BYTES,
} from '@quantalgo/contracts/submissions/submission';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inspectUpload } from '../../../src/platform/submissions/inspect';
import { PROOFS } from '../../../src/platform/submissions/kinds';
import { removeOrphans } from '../../../src/platform/submissions/orphans';
import { unlinkUpload } from '../../../src/platform/submissions/uploads';
import { png } from '../../images';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { createProofClient, HTML } from './proofClient';

let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;
const { upload, submit, isStored, isPending } = createProofClient(() => ({ api, member }));

/** Logs in a new member, because submissions per member are limited. */
const newMember = async () => {
  member = await logInNewMember(api, { fullName: 'Ada Obi' });
};

beforeAll(async () => {
  api = await startApi('demo-onboarding-uploads');
});
beforeEach(newMember);
afterAll(() => api.close());

/** Requests an upload permit. */
const ask = (body: object, id: string = randomUUID(), token = member.token) =>
  api.call('/api/uploads', {
    method: 'POST',
    token,
    body,
    headers: { 'idempotency-key': id },
  });

describe('upload permit', () => {
  const PNG = { kind: 'proof', type: 'image/png', size: 100 };

  it('returns the same path for repeated requests and covers one file only', async () => {
    const id = randomUUID();
    const { envelope } = await ask(PNG, id);
    expect(envelope?.data).toEqual({ id, path: `pending/${member.uid}/${id}` });
    expect((await ask(PNG, id)).envelope?.data).toEqual(envelope?.data);
    expect((await ask({ ...PNG, size: 101 }, id)).status).toBe(409);
    const other = await logInNewMember(api);
    expect((await ask(PNG, id, other.token)).status).toBe(409);
  });

  it('is used up by the submission of its file, even if that is rejected', async () => {
    const id = await upload(HTML);
    const leave = api.firestore.doc(`uploads/${id}`);
    expect((await leave.get()).get('usedAt')).toBeNull();
    await submit(id);
    await inspectUpload(api, PROOFS, id);
    expect((await leave.get()).get('usedAt')).not.toBeNull();
    await leave.delete();
    expect((await ask({ ...PNG, size: HTML.length }, id)).status).toBe(200);
    expect((await leave.get()).exists, 'A rejected file is not uploaded again').toBe(false);
  });

  it('is valid for one kind only', async () => {
    const setupId = await upload(png(), { kind: 'setup' });
    expect((await submit(setupId)).status).toBe(409);
  });

  it.each([
    [{ ...PNG, kind: 'avatar' }, 'kind must be proof, setup or picture'],
    [{ ...PNG, type: 'text/html' }, NOT_A_SETUP_PROOF],
    [{ ...PNG, type: 'application/pdf' }, NOT_AN_IMAGE],
    [{ ...PNG, size: 0 }, 'The file is empty'],
    [{ ...PNG, size: PROOF_MAX_BYTES }, FILE_TOO_LARGE],
  ])('is refused for %j', async (body, message) => {
    const { status, envelope } = await ask(body);
    expect([status, envelope?.message]).toEqual([400, message]);
  });

  it('is issued at most sixty times an hour', async () => {
    const eager = await logInNewMember(api);
    const statuses: number[] = [];
    for (let times = 0; times < 62; times += 1)
      statuses.push((await ask(PNG, randomUUID(), eager.token)).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429, 429]);
  });
});

describe('uploader’s download link', () => {
  it('is removed once from a pending file, which stays', async () => {
    const metadata = { metadata: { firebaseStorageDownloadTokens: randomUUID(), own: 'x' } };
    const id = await upload(png(), { metadata });
    const file = api.bucket.file(pendingPath(member.uid, id));
    const arrival = async () => {
      const [{ name = '', contentType, metadata }] = await file.getMetadata();
      return { name, contentType, metadata };
    };
    // The event's metadata: the suite's own function may have removed the link already.
    const event = { ...(await arrival()), ...metadata };
    expect(await unlinkUpload(api.bucket, event)).toBe(true);
    expect(await arrival()).toMatchObject({ contentType: 'image/png', metadata: { link: 'none' } });
    expect(JSON.stringify(await arrival())).not.toContain('Tokens');
    expect((await file.download())[0]).toEqual(png());
    expect(await unlinkUpload(api.bucket, await arrival())).toBe(false);
  });

  it('is ignored if the file has been deleted', async () => {
    const gone = { name: 'pending/nobody/1', metadata: { firebaseStorageDownloadTokens: 'a' } };
    expect(await unlinkUpload(api.bucket, gone)).toBe(false);
  });
});

describe('unreferenced upload', () => {
  it('is deleted after a day', async () => {
    const orphan = await upload(png());
    const named = await upload(png());
    await submit(named);
    await removeOrphans(api, Date.now() + DAY_MS - 60_000);
    expect(await isPending(orphan)).toBe(true);
    await removeOrphans(api, Date.now() + DAY_MS + 60_000);
    expect([await isPending(orphan), await isPending(named)]).toEqual([false, true]);
    await inspectUpload(api, PROOFS, named);
    await removeOrphans(api, Date.now() + DAY_MS + 60_000);
    expect([await isPending(named), await isStored(named)]).toEqual([false, true]);
  });

  it('is not deleted among proofs if most documents are missing, which suggests data loss', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => upload(png())));
    for (const id of ids) {
      await submit(id);
      await inspectUpload(api, PROOFS, id);
    }
    const stored = () => Promise.all(ids.map(isStored));
    const proofs = await api.firestore.collection('proofs').get();
    await Promise.all(proofs.docs.map(({ ref }) => ref.delete()));
    const late = await upload(png());
    const sweep = () => removeOrphans(api, Date.now() + DAY_MS + 60_000);
    await expect(sweep()).rejects.toThrow('files in proofs are unreferenced.');
    expect(await stored()).not.toContain(false);
    // Other deletions don't depend on the proofs.
    expect(await isPending(late)).toBe(false);
    await Promise.all(proofs.docs.map((proof) => proof.ref.set(proof.data())));
    await sweep();
    expect(await stored()).not.toContain(false);
  });

  it('is counted across all files of its kind before any is deleted', async () => {
    const getFile = (uid: string, number: number) =>
      api.bucket.file(`setupProofs/${uid}/${String(number).padStart(3, '0')}-${member.uid}`);
    const save = (uid: string, number: number) =>
      getFile(uid, number).save(png(), { resumable: false });
    const batch = api.firestore.batch();
    for (let number = 0; number < 60; number += 1) {
      const { name } = getFile('a', number);
      batch.set(api.firestore.doc(`setups/${name.slice(name.lastIndexOf('/') + 1)}`), {
        file: name,
      });
    }
    await batch.commit();
    const numbers = Array.from({ length: 100 }, (_, number) => number);
    // Most of the first hundred files in the listing have a document.
    await Promise.all(numbers.flatMap((number) => [save('a', number), save('b', number)]));
    const sweep = removeOrphans(api, Date.now() + DAY_MS + 60_000);
    await expect(sweep).rejects.toThrow('140 of 200 files in setupProofs are unreferenced');
    const [left] = await api.bucket.getFiles({ prefix: 'setupProofs/' });
    expect(left).toHaveLength(200);
    await api.bucket.deleteFiles({ prefix: 'setupProofs/' });
  });

  it('is deleted even beyond the first page of files', async () => {
    const pending = Array.from({ length: 120 }, () =>
      api.bucket.file(pendingPath(member.uid, randomUUID())).save(png(), { resumable: false }),
    );
    await Promise.all(pending);
    expect(await removeOrphans(api, Date.now() + DAY_MS + 60_000)).toBeGreaterThanOrEqual(120);
    const [left] = await api.bucket.getFiles({ prefix: `pending/${member.uid}/` });
    expect(left).toEqual([]);
  });
});
