import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import ranges from '../../platform/core/hostingRanges.json';

// A peer in one of these ranges belongs to the platform.
const PRIVATE_RANGES = [
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

// The servers between a visitor and us: the platform's, Hosting's and its CDN's.
const PROXIES = createBlockList([...PRIVATE_RANGES, ...ranges.google, ...ranges.fastly]);

const isProxy = (address: string): boolean => PROXIES.check(address, getFamily(address));

const unwrapAddress = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');

// Shortens an IPv6 address to its /64, because a household or phone changes addresses within it.
function toNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const tailLength = tail === '' ? 0 : tail.split(':').length;
    while (groups.length + tailLength < 8) groups.push('0');
    groups.push(...tail.split(':'));
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

const joinHeader = (value: string | readonly string[] | undefined): string =>
  typeof value === 'string' ? value : (value ?? []).join(',');

// Searches from the end, because each server appends its caller's address.
function findCaller(forwarded: string): string | null {
  for (const entry of forwarded.split(',').reverse()) {
    const address = unwrapAddress(entry);
    if (isIP(address) === 0) return null;
    if (!isProxy(address)) return address;
  }
  return null;
}

/**
 * The caller's network, which is the key of its rate limits. Forwarding headers are trusted only if
 * one of our own servers sent the call.
 * @param behindPlatform false on emulators, where callers can forge headers
 */
export function getOrigin(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  behindPlatform: boolean,
): string {
  const peer = unwrapAddress(socket.remoteAddress ?? '');
  if (!behindPlatform || isIP(peer) === 0 || !isProxy(peer)) return toNetwork(peer);
  const forwarded = joinHeader(headers['x-forwarded-for']);
  const caller = findCaller(forwarded);
  if (caller !== null) return toNetwork(caller);
  // If the header lists only our own servers, the CDN names the caller in a separate header.
  const nearest = unwrapAddress(forwarded.split(',').at(-1) ?? '');
  const cdnCaller = unwrapAddress(joinHeader(headers['fastly-client-ip']));
  if (isIP(nearest) !== 0 && isProxy(nearest) && isIP(cdnCaller) !== 0) return toNetwork(cdnCaller);
  return toNetwork(isIP(nearest) === 0 ? peer : nearest);
}
