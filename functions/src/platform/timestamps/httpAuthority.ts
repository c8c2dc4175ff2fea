import type { TimeAuthority } from './timeAuthority';

const TIMEOUT_MS = 20_000;
/** A reply holds a token and a few certificates; nothing of it comes near to this (bytes). */
const LONGEST_REPLY = 256 * 1024;

/** An authority on the network (RFC 3161, 3.4). */
export const httpAuthority = (url: string): TimeAuthority => ({
  name: new URL(url).host,
  async answer(query) {
    const reply = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
      },
      body: Buffer.from(query),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const type = reply.headers.get('content-type') ?? 'nothing';
    if (!reply.ok || !type.startsWith('application/timestamp-reply')) {
      await reply.body?.cancel();
      throw new Error(`The time-stamp authority answered ${reply.status} with ${type}`);
    }
    const answer = new Uint8Array(await reply.arrayBuffer());
    if (answer.length > LONGEST_REPLY)
      throw new Error('The time-stamp authority answered too much');
    return answer;
  },
});
