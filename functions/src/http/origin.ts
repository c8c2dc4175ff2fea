import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import ranges from './hostingRanges.json';

/** Addresses that nobody on the internet has: whoever connects from one is a part of the platform. */
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

/** An IPv4 address as itself where it is written as IPv6. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');

/** The first four groups of an IPv6 address: what one household or phone is given, and moves in freely. */
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

/** Whom the last server that is not ours claims to be; read from the end, where each server notes who called it. */
function firstStranger(forwarded: string): string | null {
  for (const entry of forwarded.split(',').reverse()) {
    const address = plain(entry);
    if (isIP(address) === 0) return null;
    if (!isOurs(address)) return address;
  }
  return null;
}

/**
 * The network that a call comes from, which its limits are counted by. A header is believed only as far as servers of the
 * platform and of Hosting wrote it: who calls the function directly is whom the platform saw, whatever they claim.
 * @param behindPlatform false on emulators, where nobody stands before us and a header says what its sender likes
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
  // Only Hosting's own servers are noted there: then its CDN says in a header of its own whom it served.
  const nearest = plain(forwarded.split(',').at(-1) ?? '');
  const served = plain(headerOf(headers['fastly-client-ip']));
  if (isIP(nearest) !== 0 && isOurs(nearest) && isIP(served) !== 0) return networkOf(served);
  return networkOf(isIP(nearest) === 0 ? peer : nearest);
}
