import { isIPv6 } from 'node:net';
import * as z from 'zod/mini';

interface Range {
  readonly bits: 32 | 128;
  readonly first: bigint;
  readonly last: bigint;
}

function expandGroups(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const headGroups = head === '' ? [] : head.split(':');
  const tailGroups = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - headGroups.length - tailGroups.length }, () => '0');
  return address.includes('::') ? [...headGroups, ...zeros, ...tailGroups] : headGroups;
}

function toBigInt(address: string): bigint {
  const [groups, base, width] = isIPv6(address)
    ? ([expandGroups(address), 16, 16n] as const)
    : ([address.split('.'), 10, 8n] as const);
  return groups.reduce((sum, group) => (sum << width) + BigInt(Number.parseInt(group, base)), 0n);
}

function parseRange(prefix: string): Range {
  const [address = '', length] = prefix.split('/');
  const bits = isIPv6(address) ? 128 : 32;
  const size = 1n << BigInt(bits - Number(length));
  const first = toBigInt(address);
  return { bits, first, last: first + size - 1n };
}

function formatAddress(value: bigint, bits: 32 | 128): string {
  const [count, width, base] = bits === 32 ? ([4, 8n, 10] as const) : ([8, 16n, 16] as const);
  const groups = Array.from({ length: count }, (_, index) => {
    const shift = BigInt(count - 1 - index) * width;
    return ((value >> shift) & ((1n << width) - 1n)).toString(base);
  });
  if (bits === 32) return groups.join('.');
  const hex = groups.join(':').replace(/(:0)+$/, '');
  return hex.split(':').length === 8 ? hex : `${hex}::`;
}

function toPrefixes({ bits, first, last }: Range): string[] {
  const prefixes: string[] = [];
  for (let from = first; from <= last;) {
    let length = bits;
    let size = 1n;
    while (length > 0 && from % (size << 1n) === 0n && from + (size << 1n) - 1n <= last) {
      size <<= 1n;
      length -= 1;
    }
    prefixes.push(`${formatAddress(from, bits)}/${length}`);
    from += size;
  }
  return prefixes;
}

function subtractRange(range: Range, excluded: Range): Range[] {
  const { bits, first, last } = range;
  if (excluded.bits !== bits || excluded.last < first || excluded.first > last) return [range];
  const lower = { bits, first, last: excluded.first - 1n };
  const upper = { bits, first: excluded.last + 1n, last };
  return [lower, upper].filter((remaining) => remaining.first <= remaining.last);
}

export function subtractPrefixes(
  prefixes: readonly string[],
  excluded: readonly string[],
): string[] {
  const excludedRanges = excluded.map(parseRange);
  return prefixes.flatMap((prefix) =>
    excludedRanges
      .reduce(
        (remaining, other) => remaining.flatMap((range) => subtractRange(range, other)),
        [parseRange(prefix)],
      )
      .flatMap(toPrefixes),
  );
}

const googleSchema = z.object({
  prefixes: z.array(
    z.object({ ipv4Prefix: z.optional(z.string()), ipv6Prefix: z.optional(z.string()) }),
  ),
});
const fastlySchema = z.object({
  addresses: z.array(z.string()),
  ipv6_addresses: z.array(z.string()),
});

export const FETCHED_NOTE =
  "Google's own ranges less those that it rents out (goog.json, cloud.json), and Fastly's, as published that day.";

const parseGooglePrefixes = (list: unknown): string[] =>
  googleSchema
    .parse(list)
    .prefixes.flatMap(({ ipv4Prefix, ipv6Prefix }) => ipv4Prefix ?? ipv6Prefix ?? []);

/**
 * Builds `hostingRanges.json` from goog.json, cloud.json and Fastly's list.
 * @param date the day of the download, yyyy-mm-dd
 * @throws ZodError if a list has an unexpected shape
 */
export function buildHostingRanges(
  {
    google,
    cloud,
    fastly,
  }: { readonly google: unknown; readonly cloud: unknown; readonly fastly: unknown },
  date: string,
) {
  const { addresses, ipv6_addresses } = fastlySchema.parse(fastly);
  return {
    date,
    note: FETCHED_NOTE,
    google: subtractPrefixes(parseGooglePrefixes(google), parseGooglePrefixes(cloud)),
    fastly: [...addresses, ...ipv6_addresses],
  };
}
