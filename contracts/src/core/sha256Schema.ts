import * as z from 'zod/mini';

export const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a SHA-256 in hex'));
