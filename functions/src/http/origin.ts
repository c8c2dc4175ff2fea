import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The first four groups of an IPv6 address: what one household or phone is given, and moves in freely. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? 0 : tail.split(':').length;
    while (groups.length + after < 8) groups.push('0');
  }
  return groups.slice(0, 4).join(':');
}

/**
 * The network that a call comes from. Of `X-Forwarded-For` only the entries count that the platform itself wrote at its
 * end, `hops` of them, the first of which is whom it saw; all before is what the caller claims.
 */
export function originOf(request: Pick<Request, 'headers' | 'socket'>, hops: number): string {
  const header = request.headers['x-forwarded-for'];
  const entries = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  const seen = hops > 0 ? entries.at(-hops)?.trim() : undefined;
  return networkOf(seen === undefined || seen === '' ? (request.socket.remoteAddress ?? '') : seen);
}
