import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import ranges from '../../platform/core/hostingRanges.json';

/** Private address ranges: a peer in one of them belongs to the platform. */
const INSIDE = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

function listOf(prefixes: readonly string[]): BlockList {
  const list = new BlockList();
  for (const prefix of prefixes) {
    const [address = '', bits] = prefix.split('/');
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** The servers between a visitor and us: the platform's own, and those of Hosting and its CDN. */
const OURS = listOf([...INSIDE, ...ranges.google, ...ranges.fastly]);

const isOurs = (address: string): boolean => OURS.check(address, familyOf(address));

/** Unwraps an IPv4 address that is written as IPv6. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * The first four groups of an IPv6 address: the network of one household or phone, within which addresses change
 * freely. An IPv4 address stays whole.
 */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? 0 : tail.split(':').length;
    while (groups.length + after < 8) groups.push('0');
    groups.push(...tail.split(':'));
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

const headerOf = (value: string | readonly string[] | undefined): string =>
  typeof value === 'string' ? value : (value ?? []).join(',');

/**
 * The last address in a forwarding header that isn't one of our servers. It is read from the end, because each server
 * appends the address of its caller.
 */
function firstStranger(forwarded: string): string | null {
  for (const entry of forwarded.split(',').reverse()) {
    const address = plain(entry);
    if (isIP(address) === 0) return null;
    if (!isOurs(address)) return address;
  }
  return null;
}

/**
 * The network that a call comes from, the key of its limits. Headers are trusted only as far as the platform's and
 * Hosting's servers wrote them: for a direct call to the function it is the address that the platform saw, whatever the
 * header claims.
 * @param behindPlatform false on emulators, which no proxy stands in front of, so that headers can be forged
 */
export function originOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  behindPlatform: boolean,
): string {
  const peer = plain(socket.remoteAddress ?? '');
  if (!behindPlatform || isIP(peer) === 0 || !isOurs(peer)) return networkOf(peer);
  const forwarded = headerOf(headers['x-forwarded-for']);
  const caller = firstStranger(forwarded);
  if (caller !== null) return networkOf(caller);
  // The header lists only Hosting's own servers: its CDN then names the caller in a separate header.
  const nearest = plain(forwarded.split(',').at(-1) ?? '');
  const served = plain(headerOf(headers['fastly-client-ip']));
  if (isIP(nearest) !== 0 && isOurs(nearest) && isIP(served) !== 0) return networkOf(served);
  return networkOf(isIP(nearest) === 0 ? peer : nearest);
}
