import * as z from 'zod/mini';
import { sha256, encodeUtf8 } from '../core/sha256';

const MAX_ZERO_BITS = 24;

/** Proof of work: find a number whose hash with `challenge` starts with `bits` zero bits. */
export const challengeSchema = z.object({
  challenge: z.string().check(z.maxLength(200)),
  bits: z.int().check(z.gte(0), z.lte(MAX_ZERO_BITS)),
});

export type Challenge = z.infer<typeof challengeSchema>;

export function createAnswerCheck({ challenge, bits }: Challenge): (answer: number) => boolean {
  const input = new Uint8Array(40);
  input.set(sha256(encodeUtf8(challenge)));
  const view = new DataView(input.buffer);
  return (answer) => {
    view.setUint32(36, answer);
    const [a = 255, b = 255, c = 255, d = 255] = sha256(input);
    return Math.clz32((a << 24) | (b << 16) | (c << 8) | d) >= bits;
  };
}
