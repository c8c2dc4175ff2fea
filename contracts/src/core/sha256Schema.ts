import * as z from 'zod/mini';

// Separate from sha256.ts, so that pages that only check a hash don't bundle the hashing code.
export const sha256Schema = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, 'Not a SHA-256 hash in hex'));
