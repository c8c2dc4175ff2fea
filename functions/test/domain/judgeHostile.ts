import { inspectSetupProof } from '../../src/domain/submissions/uploads';
import { reencodeImage } from '../../src/platform/submissions/redraw';
import { bombs, giants, hostileFiles } from '../hostileFiles';
import { png } from '../images';
import { readPeakMemory } from '../limited';

/**
 * Judges hostile files in a separate process, and redraws accepted images, with a good file before
 * and after: `node --import tsx judgeHostile.ts COUNT SEED`. Prints a line of JSON per file, then
 * the peak memory in bytes.
 */
const [count = '', seed = ''] = process.argv.slice(2);

async function judge(name: string, bytes: Buffer): Promise<void> {
  const startTime = performance.now();
  const verdict = inspectSetupProof(bytes);
  const isPicture = verdict.accepted && verdict.type !== 'application/pdf';
  const isDrawn = isPicture
    ? (await reencodeImage(bytes, verdict.type, 90)) !== null
    : verdict.accepted;
  const ms = performance.now() - startTime;
  process.stdout.write(`${JSON.stringify({ name, ms, isDrawn, ...verdict })}\n`);
}

const goodImage = png(1080, 2400);
// The first image is slower, because it loads the drawing code.
await judge('the first proof', goodImage);
await judge('a proof before', goodImage);
for (const { name, bytes } of bombs()) await judge(name, bytes);
for (const { name, bytes } of giants([2000, 2000])) await judge(`giant: ${name}`, bytes);
for (const { name, bytes } of hostileFiles(Number(count), Number(seed))) await judge(name, bytes);
await judge('a proof after', goodImage);
process.stdout.write(`${JSON.stringify({ peak: readPeakMemory() })}\n`);
