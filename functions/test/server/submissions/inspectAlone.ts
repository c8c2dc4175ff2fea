import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { openBucket } from '../../../src/platform/core/firebase';
import { inspectUpload } from '../../../src/platform/submissions/inspect';
import { UPLOAD_KINDS } from '../../../src/platform/submissions/kinds';
import { readPeakMemory } from '../../limited';

/**
 * Inspects submissions of one kind in a separate process, in order: `node --import tsx
 * inspectAlone.ts PROJECT BUCKET proof|setup ID…`. Prints a line of JSON per submission, then the
 * peak memory in bytes.
 */
const [projectId = '', bucket = '', noun = '', ...ids] = process.argv.slice(2);
const kind = UPLOAD_KINDS.find((uploadKind) => uploadKind.noun === noun);
if (!kind) throw new Error(`There is no kind ${noun}`);
const app = initializeApp({ projectId });
const deps = {
  firestore: getFirestore(app),
  bucket: openBucket(app, bucket),
  clock: Date.now,
};
for (const id of ids) {
  const startTime = performance.now();
  const verdict = await inspectUpload(deps, kind, id);
  const ms = performance.now() - startTime;
  process.stdout.write(`${JSON.stringify({ id, ms, ...verdict })}\n`);
}
process.stdout.write(`${JSON.stringify({ peak: readPeakMemory() })}\n`);
