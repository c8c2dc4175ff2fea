import { randomUUID } from 'node:crypto';
import { openBucket } from '@quantalgo/functions/platform/core/firebase';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import {
  bombs,
  giants,
  type Hostile,
  hostileFiles,
  LARGEST,
} from '../../../functions/test/hostileFiles';
import { png } from '../../../functions/test/images';
import { buildWaitingSetup } from '../../../functions/test/storedSubmissions';
import { INSPECTION_MEMORY, runLimited } from '../../../functions/test/limited';
import { bundleTool } from '../../src/build/functions';
import type { CheckResult } from '../../src/checks/checks';
import { buildEmulatorEnvironment } from '../../src/suite/environment';
import type { Ports } from '../../src/suite/ports';
import type { Run } from './api';

const PROJECT = 'demo-fuzz-uploads';
const BUCKET = `${PROJECT}.appspot.com`;
const UID = 'fuzz';

const INSPECTOR = 'functions/test/server/submissions/inspectAlone.ts';

const MAX_PARALLEL = 8;

const verdictSchema = z.object({
  id: z.string(),
  ms: z.number(),
  accepted: z.boolean(),
  reason: z.optional(z.string()),
});

type Verdict = z.infer<typeof verdictSchema> & { readonly name: string };

const GOOD = 'a good proof';

const good = (): Hostile => ({ name: GOOD, bytes: png(1080, 2400) });

/**
 * Two good proofs, of which the second shows the usual time, all hostile files, and a good one
 * again.
 */
function* allFiles({ seed, runs }: Run): Generator<Hostile> {
  yield* [good(), good()];
  yield* bombs();
  yield* giants(LARGEST);
  yield* hostileFiles(runs, seed);
  yield good();
}

/** Every tenth claims to be compressed, which the rules refuse. */
const buildMetadata = (index: number) => (index % 10 === 9 ? { contentEncoding: 'gzip' } : {});

interface Upload {
  readonly id: string;
  readonly name: string;
}

/**
 * Uploads files and submits them as account setups (pictures or documents), bypassing API and
 * rules.
 */
async function uploadAll(files: readonly Hostile[]): Promise<Upload[]> {
  const app = initializeApp({ projectId: PROJECT }, randomUUID());
  const [firestore, bucket] = [getFirestore(app), openBucket(app, BUCKET)];
  const uploads: Upload[] = [];
  const uploadOne = async ({ bytes }: Hostile, { id }: Upload, index: number) => {
    const file = bucket.file(`pending/${UID}/${id}`);
    // With this condition, a closed connection is retried.
    const preconditionOpts = { ifGenerationMatch: 0 };
    await file.save(bytes, { resumable: false, metadata: buildMetadata(index), preconditionOpts });
    const setup = buildWaitingSetup({ id, uid: UID, at: Date.now() }, 'PO-1');
    await firestore.doc(`setups/${id}`).set({ ...setup, state: 'checking' });
  };
  let pending: Promise<void>[] = [];
  for (const file of files) {
    const one = { id: randomUUID(), name: file.name };
    pending.push(uploadOne(file, one, uploads.push(one)));
    if (pending.length < MAX_PARALLEL) continue;
    await Promise.all(pending);
    pending = [];
  }
  await Promise.all(pending);
  await deleteApp(app);
  return uploads;
}

async function inspectAll(ports: Ports, uploads: readonly Upload[]) {
  const ids = uploads.map(({ id }) => id);
  const args = [await bundleTool(INSPECTOR), PROJECT, BUCKET, 'setup', ...ids];
  const env = { ...process.env, ...buildEmulatorEnvironment(ports), GCLOUD_PROJECT: PROJECT };
  const { lines, isEnforced } = await runLimited(args, env);
  const { peak } = z.object({ peak: z.number() }).parse(JSON.parse(lines.pop() ?? ''));
  const verdicts = lines.map((line, index): Verdict => {
    const verdict = verdictSchema.parse(JSON.parse(line));
    return { ...verdict, name: uploads[index]?.name ?? '' };
  });
  return { verdicts, peak, isEnforced };
}

function findFaults(verdicts: readonly Verdict[], count: number, peak: number): string[] {
  const good = verdicts.filter(({ name }) => name === GOOD);
  const usual = good[1]?.ms ?? 0;
  const last = good.at(-1)?.ms ?? Infinity;
  return [
    ...(verdicts.length === count ? [] : [`${verdicts.length} of ${count} were judged`]),
    ...(peak < INSPECTION_MEMORY ? [] : [`It took ${peak} bytes of memory`]),
    ...(good.every(({ accepted }) => accepted) ? [] : ['A good proof was refused']),
    ...(last < 500 + 3 * usual
      ? []
      : [`The proof after them took ${last} ms in place of ${usual}`]),
    ...verdicts
      .filter(({ accepted, reason = '' }) => !accepted && !/\.$|PDF$|\)$/.test(reason))
      .map(({ name }) => `No reason was given for ${name}`),
  ];
}

function tally(verdicts: readonly Verdict[]): string {
  const counts = new Map<string, number>();
  for (const { accepted, reason = '' } of verdicts) {
    const words = accepted ? 'accepted' : reason;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.map(([words, count]) => `  ${count} × ${words}\n`).join('');
}

const MB = 1024 * 1024;

/** Each hostile file gets a verdict, and the proof after them isn't late. */
export async function fuzzUploads(ports: Ports, run: Run): Promise<CheckResult> {
  // All are created before any is sent: an idle connection would be closed.
  const uploads = await uploadAll([...allFiles(run)]);
  const { verdicts, peak, isEnforced } = await inspectAll(ports, uploads);
  const faults = findFaults(verdicts, uploads.length, peak);
  const [, usual, last] = verdicts.filter(({ name }) => name === GOOD).map(({ ms }) => ms);
  const slowest = verdicts.toSorted((one, other) => other.ms - one.ms).slice(0, 3);
  const summary = [
    `uploads with the seed ${run.seed}: ${verdicts.length} files, at most ${Math.round(peak / MB)} MiB`,
    `of ${INSPECTION_MEMORY / MB}${isEnforced ? ', which was all there was' : ''};`,
    `a good proof took ${Math.round(usual ?? 0)} ms before and ${Math.round(last ?? 0)} ms after them`,
  ].join(' ');
  const slow = slowest.map(({ name, ms }) => `  ${Math.round(ms)} ms: ${name}\n`).join('');
  const output = `${summary}\n${tally(verdicts)}${slow}${faults.map((fault) => `✗ ${fault}\n`).join('')}`;
  return { passed: verdicts.length, failed: faults.length, skipped: 0, output };
}
