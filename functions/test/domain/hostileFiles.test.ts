import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  FILE_TOO_LARGE,
  NOT_A_SETUP_PROOF,
  PROOF_MAX_PIXELS,
  TOO_MANY_MEGAPIXELS,
  TOO_MANY_PIXELS,
} from '@quantalgo/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const FILES = 1000;
const SEED = 20_261_121;

/** Memory of the deployed function, in bytes. */
const MEMORY = 512 * 1024 * 1024;

/** Heap of the process in MB: a quarter of the memory, as files lie beside it. */
const HEAP = 128;

const REASONS = [
  `The file is empty. ${NOT_A_SETUP_PROOF}`,
  ...[FILE_TOO_LARGE, NOT_A_SETUP_PROOF, TOO_MANY_MEGAPIXELS, TOO_MANY_PIXELS],
  'The PDF has scripts, links or attachments. Please upload a screenshot instead.',
  'The PDF is locked with a password. Please upload one that opens without.',
];

const verdictSchema = z.object({
  name: z.string(),
  ms: z.number(),
  accepted: z.boolean(),
  reason: z.optional(z.string()),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
});

const script = fileURLToPath(new URL('judgeHostile.ts', import.meta.url));

let verdicts: z.infer<typeof verdictSchema>[];
let peak: number;

beforeAll(async () => {
  const args = [`--max-old-space-size=${HEAP}`, '--import', 'tsx', script];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...args, String(FILES), String(SEED)],
    { maxBuffer: 10_000_000 },
  );
  const lines = stdout.trim().split('\n');
  ({ peak } = z.object({ peak: z.number() }).parse(JSON.parse(lines.pop() ?? '')));
  verdicts = lines.map((line) => verdictSchema.parse(JSON.parse(line)));
}, 60_000);

describe('hostile files', () => {
  it('leave the inspection within its memory, every bomb and a thousand more', () => {
    expect(verdicts.length).toBeGreaterThan(FILES);
    expect(peak).toBeLessThan(MEMORY);
  });

  it('are each refused with a sentence, or are a picture or a document in truth', () => {
    for (const { name, accepted, reason, width = 0, height = 0 } of verdicts)
      if (accepted) expect(width * height, name).toBeLessThanOrEqual(PROOF_MAX_PIXELS);
      else expect(REASONS, name).toContain(reason);
    const refused = verdicts.filter(({ accepted }) => !accepted);
    expect(refused.length).toBeGreaterThan(FILES / 2);
    expect(new Set(refused.map(({ reason }) => reason)).size).toBeGreaterThan(2);
  });

  it('are refused, where they are bombs, each within two seconds', () => {
    const bombs = verdicts.filter(({ name }) => !name.endsWith(')') && name !== 'a good proof');
    expect(bombs.length).toBeGreaterThan(9);
    for (const { name, accepted, ms } of bombs) {
      expect(accepted, name).toBe(false);
      expect(ms, name).toBeLessThan(2000);
    }
  });

  it('delay no good proof that comes after them', () => {
    const last = verdicts.at(-1);
    expect(last).toMatchObject({ name: 'a good proof', accepted: true });
    expect(last?.ms).toBeLessThan(500);
  });
});
