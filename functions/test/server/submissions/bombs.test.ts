import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import {
  FILE_TOO_LARGE,
  NOT_AN_IMAGE,
  PROOF_MAX_BYTES,
} from '@quantalgo/contracts/submissions/submission';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openBucket } from '../../../src/platform/core/firebase';
import { bombs } from '../../hostileFiles';
import { png } from '../../images';
import { INSPECTION_MEMORY, runLimited } from '../../limited';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { uploadFile } from '../http/uploads';

const PROJECT = 'demo-onboarding-bombs';
/** A separate bucket: other test files remove files that their databases don't reference. */
const BUCKET = `${PROJECT}.appspot.com`;

const app = initializeApp({ projectId: PROJECT }, randomUUID());

const MEGABYTE = 1024 * 1024;

let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;

/** Built before anything is sent, because idle connections are closed. */
const files = bombs();
let zeros: Buffer;

beforeAll(async () => {
  zeros = await gzipZeros(300);
  api = await startApi(PROJECT, { bucket: openBucket(app, BUCKET) });
});
beforeEach(async () => {
  member = await logInNewMember(api);
});
afterAll(async () => {
  await api.close();
  await deleteApp(app);
});

/** Gzipped zeros: about a thousandth of their unpacked size. */
const gzipZeros = (megabytes: number): Promise<Buffer> =>
  buffer(
    Readable.from(Array.from({ length: megabytes }, () => Buffer.alloc(MEGABYTE))).pipe(
      createGzip(),
    ),
  );

const GZIP = { contentEncoding: 'gzip' };

async function submitProof(
  bytes: Buffer,
  metadata: Readonly<Record<string, string>> = {},
): Promise<string> {
  const proofId = await uploadFile(api, member, bytes, { metadata });
  const { status } = await api.call('/api/proofs', {
    method: 'POST',
    token: member.token,
    body: { proofId, traderId: 'PO-1' },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(status).toBe(200);
  return proofId;
}

const lineSchema = z.object({
  id: z.string(),
  ms: z.number(),
  accepted: z.boolean(),
  reason: z.optional(z.string()),
});

/** Inspects proofs in a process with the memory of the deployed function. */
async function inspectAlone(ids: readonly string[]) {
  const script = fileURLToPath(new URL('inspectAlone.ts', import.meta.url));
  const { lines } = await runLimited(['--import', 'tsx', script, PROJECT, BUCKET, 'proof', ...ids]);
  const { peak } = z.object({ peak: z.number() }).parse(JSON.parse(lines.pop() ?? ''));
  return { peak, verdicts: lines.map((line) => lineSchema.parse(JSON.parse(line))) };
}

it('inspection rejects every bomb within its memory limit and still accepts a good proof', async () => {
  const named: (readonly [string, string, string | RegExp])[] = [
    ['300 MB of zeros, packed', await submitProof(zeros, GZIP), NOT_AN_IMAGE],
    [
      'more than 10 MB',
      await submitProof(Buffer.alloc(PROOF_MAX_BYTES + 1, png())),
      FILE_TOO_LARGE,
    ],
  ];
  for (const [index, { name, bytes }] of files.entries()) {
    // One member may not submit all of them in an hour.
    if (index % 10 === 0) member = await logInNewMember(api);
    named.push([name, await submitProof(bytes), /^The (image|file is empty)|^Please/]);
  }
  const good = await submitProof(png(1080, 2400));
  const { peak, verdicts } = await inspectAlone([...named.map(([, id]) => id), good]);
  expect(peak).toBeLessThan(INSPECTION_MEMORY);
  for (const [index, [name, id, reason]] of named.entries()) {
    expect(verdicts[index], name).toMatchObject({ id, accepted: false });
    expect(verdicts[index]?.reason, name).toMatch(reason);
  }
  const last = verdicts.at(-1);
  expect(last).toMatchObject({ id: good, accepted: true });
  expect(last?.ms).toBeLessThan(5000);
});
