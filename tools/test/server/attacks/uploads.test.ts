import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { setTimeout as wait } from 'node:timers/promises';
import {
  pendingPath,
  PROOF_MAX_BYTES,
  proofPath,
} from '@quantalgo/contracts/submissions/submission';
import { describe, expect, it } from 'vitest';
import { bombs } from '../../../../functions/test/hostileFiles';
import { png } from '../../../../functions/test/images';
import { download, signUpPerson, site, readTextField, uploadWith } from '../../fixtures/client';
import { isAttackable } from './attacker';

type Person = Awaited<ReturnType<typeof signUpPerson>>;

/** Requests permission for an upload, which every account gets. */
async function leave({ token }: Person, { length }: Buffer, id: string = randomUUID()) {
  const size = Math.max(1, Math.min(length, PROOF_MAX_BYTES - 1));
  const body = { kind: 'proof', type: 'image/png', size };
  await site('/api/uploads', { body, token, key: id });
  return id;
}

const submit = ({ token }: Person, proofId: string) =>
  site('/api/proofs', { body: { proofId, traderId: 'PO-1' }, token, key: randomUUID() });

/** Uploads a file as the app does, with metadata chosen by the attacker. */
async function bring(one: Person, bytes: Buffer, metadata: Record<string, unknown> = {}) {
  const id = await leave(one, bytes);
  const path = pendingPath(one.uid, id);
  const contentHeaders = { contentType: 'image/png', ...metadata };
  return { id, path, ...(await uploadWith(path, one.token, bytes, contentHeaders)) };
}

const JUDGED_WITHIN_MS = 90_000;

/** Waits for a proof’s state as its owner can read it. */
async function verdictOn({ token }: Person, id: string) {
  const until = Date.now() + JUDGED_WITHIN_MS;
  for (;;) {
    const state = await readTextField(`proofs/${id}`, 'state', token);
    if ((state !== undefined && state !== 'checking') || Date.now() > until)
      return { state, reason: await readTextField(`proofs/${id}`, 'reason', token) };
    await wait(500);
  }
}

describe.skipIf(!isAttackable)('upload that attacks the inspection', () => {
  it('is refused if compressed, larger than permitted, repeated or without permission', async () => {
    const one = await signUpPerson();
    const zeros = gzipSync(Buffer.alloc(300 * 1024 * 1024));
    expect((await bring(one, zeros, { contentEncoding: 'gzip' })).status).toBe(403);
    const id = await leave(one, png());
    const path = pendingPath(one.uid, id);
    const contentHeaders = { contentType: 'image/png' };
    const larger = Buffer.concat([png(), Buffer.alloc(9)]);
    expect((await uploadWith(path, one.token, larger, contentHeaders)).status).toBe(403);
    expect((await uploadWith(path, one.token, png(), contentHeaders)).status).toBe(200);
    expect((await uploadWith(path, one.token, png(), contentHeaders)).status).toBe(403);
    const elsewhere = pendingPath(one.uid, randomUUID());
    expect((await uploadWith(elsewhere, one.token, png(), contentHeaders)).status).toBe(403);
  });

  it('is rejected with a reason and doesn’t delay other members’ proofs', async () => {
    const one = await signUpPerson();
    const hostile = bombs().filter(({ name }) => /stand alone|chunks$|12,000 ×/.test(name));
    expect(hostile).toHaveLength(3);
    const brought = [];
    for (const { name, bytes } of hostile) {
      const { id, status } = await bring(one, bytes);
      expect(status, name).toBe(200);
      expect((await submit(one, id)).status, name).toBe(200);
      brought.push(id);
    }
    const other = await signUpPerson();
    const { id } = await bring(other, png(1080, 2400));
    await submit(other, id);
    expect(await verdictOn(other, id)).toMatchObject({ state: 'waiting' });
    for (const bomb of brought) {
      const { state, reason } = await verdictOn(one, bomb);
      expect(state).toBe('rejected');
      expect(reason).toMatch(/[.)]$/);
    }
  });
});

describe.skipIf(!isAttackable)('public download link', () => {
  it('expires after the upload, submitted or not, and doesn’t lead to the accepted file', async () => {
    const one = await signUpPerson();
    const { id, path, link } = await bring(one, png());
    expect(link).toBeDefined();
    const until = Date.now() + JUDGED_WITHIN_MS;
    while ((await download(path, undefined, link)) === 200 && Date.now() < until) await wait(250);
    expect(await download(path, undefined, link)).toBe(403);
    expect(await download(path, one.token), 'Its owner neither').toBe(403);
    await submit(one, id);
    await verdictOn(one, id);
    expect(await download(proofPath(one.uid, id), one.token)).toBe(200);
    expect(await download(proofPath(one.uid, id), undefined, link)).toBe(403);
  });
});
