import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runLimited } from './limited';

const PARENT_BYTES = 300 * 1024 * 1024;
const LIMITED = fileURLToPath(new URL('limited.ts', import.meta.url));

it('a limited process counts its own memory, not that of the one which started it', async () => {
  const held = Buffer.alloc(PARENT_BYTES, 1);
  const print = `import(${JSON.stringify(LIMITED)}).then((it) => console.log(it.readPeakMemory()))`;
  const { lines } = await runLimited(['--import', 'tsx', '--eval', print]);
  expect(Number(lines[0])).toBeGreaterThan(0);
  expect(Number(lines[0])).toBeLessThan(held.length);
});
