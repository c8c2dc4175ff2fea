import { fileURLToPath } from 'node:url';
import {
  FILE_TOO_LARGE,
  NOT_A_SETUP_PROOF,
  PROOF_MAX_PIXELS,
  TOO_MANY_MEGAPIXELS,
  TOO_MANY_PIXELS,
} from '@quantalgo/contracts/submissions/submission';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { INSPECTION_MEMORY, runLimited } from '../limited';

/** A small sample: `npm run test:fuzz -- uploads` inspects a thousand. */
const FILES = 300;
const SEED = 20_261_121;

const REASONS = [
  `The file is empty. ${NOT_A_SETUP_PROOF}`,
  FILE_TOO_LARGE,
  NOT_A_SETUP_PROOF,
  TOO_MANY_MEGAPIXELS,
  TOO_MANY_PIXELS,
  'The PDF contains scripts, links or attachments. Please upload a screenshot instead.',
  'The PDF is password-protected. Please upload one without a password.',
];

const verdictSchema = z.object({
  name: z.string(),
  ms: z.number(),
  isDrawn: z.boolean(),
  accepted: z.boolean(),
  reason: z.optional(z.string()),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
});

const script = fileURLToPath(new URL('judgeHostile.ts', import.meta.url));

let verdicts: z.infer<typeof verdictSchema>[];
let peak: number;

beforeAll(async () => {
  const { lines } = await runLimited(['--import', 'tsx', script, String(FILES), String(SEED)]);
  ({ peak } = z.object({ peak: z.number() }).parse(JSON.parse(lines.pop() ?? '')));
  verdicts = lines.map((line) => verdictSchema.parse(JSON.parse(line)));
}, 60_000);

const named = (name: string) => verdicts.find((verdict) => verdict.name === name);

describe('hostile files', () => {
  it('are inspected within the memory limit', () => {
    expect(verdicts.length).toBeGreaterThan(FILES);
    expect(peak).toBeLessThan(INSPECTION_MEMORY);
  });

  it('are rejected with a known reason unless they are valid images or PDFs', () => {
    for (const { name, accepted, reason, width = 0, height = 0 } of verdicts)
      if (accepted) expect(width * height, name).toBeLessThanOrEqual(PROOF_MAX_PIXELS);
      else expect(REASONS, name).toContain(reason);
    const refused = verdicts.filter(({ accepted }) => !accepted);
    expect(refused.length).toBeGreaterThan(FILES / 2);
    expect(new Set(refused.map(({ reason }) => reason)).size).toBeGreaterThan(2);
  });

  it('sometimes pass the inspection as images, but not all of those can be redrawn', () => {
    const passed = verdicts.filter(({ name, accepted }) => accepted && name.endsWith(')'));
    const drawn = passed.filter(({ isDrawn }) => isDrawn);
    expect(passed.length).toBeGreaterThan(FILES / 10);
    expect(drawn.length).toBeLessThan(passed.length);
  });

  it('are rejected within two seconds if they are decompression bombs', () => {
    const bombs = verdicts.filter(({ name }) => !/\)$|^giant: |proof/.test(name));
    expect(bombs.length).toBeGreaterThan(15);
    for (const { name, accepted, ms } of bombs) {
      expect(accepted, name).toBe(false);
      expect(ms, name).toBeLessThan(2000);
    }
  });

  it('don’t delay a valid proof inspected afterwards', () => {
    const [before, after] = [named('a proof before'), named('a proof after')];
    expect(after).toMatchObject({ accepted: true, isDrawn: true });
    expect(after?.ms).toBeLessThan(500 + 3 * (before?.ms ?? 0));
  });
});
