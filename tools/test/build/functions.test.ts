import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { formatDotenv, getSettingsPath, writeSettings } from '../../src/build/functions';

const parsed = z.object({ envs: z.record(z.string(), z.string()) });
const firebaseEnv: unknown = createRequire(import.meta.url)('firebase-tools/lib/functions/env');
const { parse } = z
  .object({ parse: z.function({ input: [z.string()], output: parsed }) })
  .parse(firebaseEnv);

describe('formatDotenv', () => {
  it('writes any value so that firebase-tools reads it unchanged', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\x20-\x7e\n\r\täöü]*$/), (value) => {
        expect(parse(formatDotenv({ VALUE: value, NEXT: 'kept' })).envs).toEqual({
          VALUE: value,
          NEXT: 'kept',
        });
      }),
    );
  });
});

describe('writeSettings', () => {
  it('writes the settings of each project, and the commit for all of them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quantalgo-settings-'));
    try {
      writeSettings(folder, 'a'.repeat(40));
      const written = (name: string) => readFileSync(join(folder, name), 'utf8');
      expect(parse(written('.env')).envs).toEqual({ COMMIT: 'a'.repeat(40) });
      expect(written('.env.example')).toBe(readFileSync(getSettingsPath('example'), 'utf8'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
