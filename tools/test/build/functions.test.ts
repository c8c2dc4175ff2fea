import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { dotenv } from '../../src/build/functions';

const parsed = z.object({ envs: z.record(z.string(), z.string()) });
const firebaseEnv: unknown = createRequire(import.meta.url)('firebase-tools/lib/functions/env');
const { parse } = z
  .object({ parse: z.function({ input: [z.string()], output: parsed }) })
  .parse(firebaseEnv);

describe('the parameters’ file', () => {
  it('is read by firebase-tools as it was written, whatever the values hold', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\x20-\x7e\n\r\täöü]*$/), (value) => {
        expect(parse(dotenv({ VALUE: value, NEXT: 'kept' })).envs).toEqual({
          VALUE: value,
          NEXT: 'kept',
        });
      }),
    );
  });
});
