import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { NOT_CHECKED, pendingPath, proofPath } from '@quantalgo/contracts/submissions/submission';
import type { DocumentReference } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inspectUpload, inspectOrQueue } from '../../../src/platform/submissions/inspect';
import { PROOFS } from '../../../src/platform/submissions/kinds';
import { resumeInspections } from '../../../src/platform/submissions/resumeInspections';
import { fakeTaskQueue } from '../../fakeTaskQueue';
import { png } from '../../images';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { uploadFile } from '../http/uploads';
import { mailsTo } from '../auth/visitor';

/** Triggers don't run for this project, so no inspection starts automatically. */
let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;
/** How far the server's clock is ahead, in ms. */
let ahead = 0;
const tasks = fakeTaskQueue();

beforeAll(async () => {
  api = await startApi('demo-overdue-inspections', { clock: () => Date.now() + ahead });
});
beforeEach(async () => {
  ahead = 0;
  tasks.purge();
  member = await logInNewMember(api, { fullName: 'Ada Obi' });
  for (const name of ['proofs', 'setups', 'pictures']) {
    const { docs } = await api.firestore.collection(name).where('state', '==', 'checking').get();
    await Promise.all(docs.map(({ ref }) => ref.delete()));
  }
});
afterAll(() => api.close());

const sweep = () => resumeInspections(api);

const post = (path: string, body: object) =>
  api.call(path, {
    method: 'POST',
    token: member.token,
    body,
    headers: { 'idempotency-key': randomUUID() },
  });

async function sendProof(): Promise<DocumentReference> {
  const proofId = await uploadFile(api, member, png());
  expect((await post('/api/proofs', { proofId, traderId: 'PO-1' })).status).toBe(200);
  return api.firestore.doc(`proofs/${proofId}`);
}

const readState = async (document: DocumentReference): Promise<unknown> =>
  (await document.get()).get('state');

/** Takes the file store down. @returns restores it */
function takeStorageDown(): () => void {
  const open = api.bucket.file.bind(api.bucket);
  const spy = vi.spyOn(api.bucket, 'file').mockImplementation((path) => {
    const file = open(path);
    vi.spyOn(file, 'createReadStream').mockImplementation(() => {
      throw new Error('Storage is down');
    });
    return file;
  });
  return () => spy.mockRestore();
}

/** Runs the due tasks, as their function does. */
const runTasks = () => tasks.runDue(Date.now() + ahead, ({ id }) => inspectUpload(api, PROOFS, id));

describe('failed inspection', () => {
  const begin = (proof: DocumentReference) => inspectOrQueue({ ...api, tasks }, PROOFS, proof.id);

  it('is retried by a single task, even if its event is delivered twice', async () => {
    const proof = await sendProof();
    const bringBack = takeStorageDown();
    expect(await begin(proof)).toBeNull();
    expect(await begin(proof)).toBeNull();
    expect(tasks.waiting()).toEqual([{ task: { collection: 'proofs', id: proof.id }, dueAt: 0 }]);
    await expect(runTasks(), 'its queue tries again').rejects.toThrow('Storage is down');
    bringBack();
    const again = () => inspectUpload(api, PROOFS, proof.id);
    expect(await again()).toMatchObject({ accepted: true });
    expect(await again()).toBeNull();
    expect(await readState(proof)).toBe('waiting');
  });

  it('is repeated by the sweep if its task is lost, with an alarm', async () => {
    const proof = await sendProof();
    const bringBack = takeStorageDown();
    await begin(proof);
    bringBack();
    tasks.purge();
    const alarms = vi.spyOn(logger, 'write').mockImplementation(() => undefined);
    ahead = 4 * MINUTE_MS;
    expect(await sweep()).toMatchObject([{ id: proof.id, outcome: 'accepted' }]);
    expect(alarms.mock.calls).toEqual([
      [expect.objectContaining({ alarm: 'tasks-late', value: 1 })],
    ]);
    alarms.mockRestore();
  });

  it('queues no task if the submission was deleted', async () => {
    const proof = await sendProof();
    await proof.delete();
    expect(await begin(proof)).toBeNull();
    expect(tasks.waiting()).toEqual([]);
  });
});

describe('inspection sweep', () => {
  it('inspects a proof within ten minutes if its inspection never started', async () => {
    const proof = await sendProof();
    // The job runs every five minutes: the least favourable runs are just before the bound and five minutes later.
    ahead = 2 * MINUTE_MS + 59_000;
    await sweep();
    expect(await readState(proof)).toBe('checking');
    ahead += 5 * MINUTE_MS;
    expect(ahead).toBeLessThan(10 * MINUTE_MS);
    expect(await sweep()).toEqual([{ collection: 'proofs', id: proof.id, outcome: 'accepted' }]);
    expect(await readState(proof)).toBe('waiting');
    expect((await api.bucket.file(proofPath(member.uid, proof.id)).exists())[0]).toBe(true);
    expect((await api.bucket.file(pendingPath(member.uid, proof.id)).exists())[0]).toBe(false);
  });

  it('inspects account setups and pictures too', async () => {
    const setupId = await uploadFile(api, member, png(), { kind: 'setup' });
    await post('/api/setups', {
      setupId,
      brokerAccount: 'PO-1',
      depositAmount: 500,
      accessPath: 'auto',
    });
    const pictureId = await uploadFile(api, member, png(), { kind: 'picture', type: 'image/jpeg' });
    await post('/api/pictures', { pictureId, slot: null });
    ahead = 8 * MINUTE_MS;
    const outcomes = await sweep();
    expect(outcomes.map(({ collection }) => collection).sort()).toEqual(['pictures', 'setups']);
    expect(await readState(api.firestore.doc(`setups/${setupId}`))).toBe('waiting');
    expect(await readState(api.firestore.doc(`pictures/${pictureId}`))).not.toBe('checking');
  });

  it('inspects once when two sweeps and the original run concurrently', async () => {
    const proof = await sendProof();
    ahead = 8 * MINUTE_MS;
    const [one, two] = await Promise.all([sweep(), sweep(), inspectUpload(api, PROOFS, proof.id)]);
    expect([...one, ...two].filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(await readState(proof)).toBe('waiting');
    expect((await proof.get()).get('attempts')).toBeLessThanOrEqual(2);
    expect((await api.bucket.file(proofPath(member.uid, proof.id)).exists())[0]).toBe(true);
    expect(await inspectUpload(api, PROOFS, proof.id)).toBeNull();
    expect(await sweep()).toEqual([]);
  });

  it('skips a file that another run started a moment ago', async () => {
    const proof = await sendProof();
    ahead = 8 * MINUTE_MS;
    const bringBack = takeStorageDown();
    expect(await sweep()).toMatchObject([{ outcome: 'failed' }]);
    bringBack();
    expect(await sweep()).toEqual([]);
    ahead += 5 * MINUTE_MS;
    expect(await sweep()).toMatchObject([{ outcome: 'accepted' }]);
    expect(await readState(proof)).toBe('waiting');
  });

  it('continues with the other files if one fails', async () => {
    const [first, second] = [await sendProof(), await sendProof()];
    await first.update({ uid: 7 });
    ahead = 8 * MINUTE_MS;
    const outcomes = await sweep();
    expect(outcomes).toHaveLength(2);
    expect(outcomes).toContainEqual({ collection: 'proofs', id: second.id, outcome: 'accepted' });
    expect(await readState(second)).toBe('waiting');
    await first.delete();
  });

  it('rejects as not checked, and emails the member, after an hour of failures', async () => {
    const proof = await sendProof();
    const bringBack = takeStorageDown();
    for (ahead = 8 * MINUTE_MS; ahead < 60 * MINUTE_MS; ahead += 5 * MINUTE_MS) await sweep();
    expect(await readState(proof)).toBe('checking');
    ahead = 61 * MINUTE_MS;
    await sweep();
    bringBack();
    expect((await proof.get()).data()).toMatchObject({ state: 'rejected', reason: NOT_CHECKED });
    const [mail] = await mailsTo(api, member.email);
    expect(mail).toMatchObject({ template: 'proofRejected', given: { reason: NOT_CHECKED } });
  });

  it('inspects normally after hours of total outage', async () => {
    const proof = await sendProof();
    ahead = 5 * 60 * MINUTE_MS;
    await sweep();
    expect(await readState(proof)).toBe('waiting');
  });
});
