import { inspectSetupProof } from '../../src/domain/uploads';
import { bombs, hostileFiles } from '../hostileFiles';
import { png } from '../images';

/**
 * Judges every hostile file in a process of its own, then a good one: `node --import tsx judgeHostile.ts COUNT SEED`. A
 * line of JSON for each, and one that says how much memory the process had at most (bytes).
 */
const [count = '', seed = ''] = process.argv.slice(2);

function judge(name: string, bytes: Buffer): void {
  const started = performance.now();
  const verdict = inspectSetupProof(bytes);
  const ms = performance.now() - started;
  process.stdout.write(`${JSON.stringify({ name, ms, ...verdict })}\n`);
}

for (const { name, bytes } of bombs()) judge(name, bytes);
for (const { name, bytes } of hostileFiles(Number(count), Number(seed))) judge(name, bytes);
judge('a good proof', png(1080, 2400));
process.stdout.write(`${JSON.stringify({ peak: process.resourceUsage().maxRSS * 1024 })}\n`);
