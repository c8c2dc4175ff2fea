import type { Environment } from '../core/environment';
import { readBounded } from '../core/readBounded';

/** Attests that a hash existed at a time (RFC 3161). */
export interface TimeAuthority {
  /** Shown next to its stamps. */
  readonly name: string;
  /**
   * @param query DER, `application/timestamp-query`
   * @returns DER, `application/timestamp-reply`
   * @throws Error if there is no valid reply
   */
  readonly answer: (query: Uint8Array) => Promise<Uint8Array>;
}

export const openAuthorities = ({
  timeAuthorityUrls,
}: Pick<Environment, 'timeAuthorityUrls'>): TimeAuthority[] =>
  timeAuthorityUrls.map(createHttpAuthority);

const REQUEST_TIMEOUT_MS = 20_000;

/** A token with a few certificates is far smaller. */
const MAX_REPLY_BYTES = 256 * 1024;

/** Queries an authority over HTTP (RFC 3161, 3.4). */
export const createHttpAuthority = (url: string): TimeAuthority => ({
  name: new URL(url).host,
  async answer(query) {
    const reply = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
      },
      body: Buffer.from(query),
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const type = reply.headers.get('content-type') ?? 'nothing';
    if (!reply.ok || !type.startsWith('application/timestamp-reply')) {
      await reply.body?.cancel();
      throw new Error(`The time-stamp authority responded ${reply.status} with ${type}`);
    }
    const answer = await readBounded(reply.body ?? [], MAX_REPLY_BYTES);
    if (!answer) throw new Error('The time-stamp authority’s response is too large');
    return new Uint8Array(answer);
  },
});
