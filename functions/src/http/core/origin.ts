import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import ranges from '../../platform/core/hostingRanges.json';

// Private ranges: a peer in one of them belongs to the platform.
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

const getFamily = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

function createBlockList(prefixes: readonly string[]): BlockList {
  const list = new BlockList();
  for (const prefix of prefixes) {
    const [address = '', bits] = prefix.split('/');
    list.addSubnet(address, Number(bits), getFamily(address));
  }
  return list;
}

// Servers between a visitor and us: the platform's, Hosting's and its CDN's.
const OURS = createBlockList([...INSIDE, ...ranges.google, ...ranges.fastly]);

const isOurs = (address: string): boolean => OURS.check(address, getFamily(address));

const unwrapAddress = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');

// The first four groups of an IPv6 address: the network of one household or phone, within which addresses change
// freely.
function toNetwork(address: string): string {
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

const joinHeader = (value: string | readonly string[] | undefined): string =>
  typeof value === 'string' ? value : (value ?? []).join(',');

// The last address that isn't one of our servers. Read from the end, because each server appends its caller's address.
function findCaller(forwarded: string): string | null {
  for (const entry of forwarded.split(',').reverse()) {
    const address = unwrapAddress(entry);
    if (isIP(address) === 0) return null;
    if (!isOurs(address)) return address;
  }
  return null;
}

/**
 * The network that a call comes from, the key of its limits. Headers are trusted only as far as our own servers wrote
 * them: for a direct call it is the address that the platform saw.
 * @param behindPlatform false on emulators, which have no proxy, so that headers can be forged
 */
export function getOrigin(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  behindPlatform: boolean,
): string {
  const peer = unwrapAddress(socket.remoteAddress ?? '');
  if (!behindPlatform || isIP(peer) === 0 || !isOurs(peer)) return toNetwork(peer);
  const forwarded = joinHeader(headers['x-forwarded-for']);
  const caller = findCaller(forwarded);
  if (caller !== null) return toNetwork(caller);
  // The header lists only Hosting's own servers, so its CDN names the caller in a separate header.
  const nearest = unwrapAddress(forwarded.split(',').at(-1) ?? '');
  const cdnCaller = unwrapAddress(joinHeader(headers['fastly-client-ip']));
  if (isIP(nearest) !== 0 && isOurs(nearest) && isIP(cdnCaller) !== 0) return toNetwork(cdnCaller);
  return toNetwork(isIP(nearest) === 0 ? peer : nearest);
}
