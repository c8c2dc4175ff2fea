import { BlockList, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildHostingRanges, subtractPrefixes } from '../../src/build/hostingRanges';

function isIn(prefixes: readonly string[], address: string): boolean {
  const list = new BlockList();
  for (const prefix of prefixes) {
    const [network = '', length] = prefix.split('/');
    list.addSubnet(network, Number(length), isIPv6(network) ? 'ipv6' : 'ipv4');
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

const small = fc.integer({ min: 0, max: 15 });
const prefix = fc
  .tuple(small, fc.integer({ min: 24, max: 32 }))
  .map(([block, length]) => `10.0.0.${(block * 16) & ~((1 << (32 - length)) - 1) & 255}/${length}`);

describe('Hosting’s networks', () => {
  it('include an address if it is in the first list and not in the second', () => {
    fc.assert(
      fc.property(fc.array(prefix), fc.array(prefix), fc.nat(255), (all, taken, host) => {
        const address = `10.0.0.${host}`;
        const expected = isIn(all, address) && !isIn(taken, address);
        expect(isIn(subtractPrefixes(all, taken), address)).toBe(expected);
      }),
    );
  });

  it('are split at exact boundaries', () => {
    expect(subtractPrefixes(['142.250.0.0/15'], ['142.250.0.0/16'])).toEqual(['142.251.0.0/16']);
    expect(subtractPrefixes(['2600:1900::/31'], ['2600:1900::/32'])).toEqual(['2600:1901::/32']);
    expect(subtractPrefixes(['8.8.8.0/24'], ['8.8.8.0/25', '2600::/16'])).toEqual(['8.8.8.128/25']);
  });

  it('are read from the published lists', () => {
    const google = { prefixes: [{ ipv4Prefix: '8.8.8.0/24' }, { ipv6Prefix: '2600:1900::/32' }] };
    const cloud = { prefixes: [{ ipv6Prefix: '2600:1900::/28', scope: 'europe-west1' }] };
    const fastly = { addresses: ['151.101.0.0/16'], ipv6_addresses: ['2a04:4e40::/32'] };
    expect(buildHostingRanges({ google, cloud, fastly }, '2026-11-21')).toMatchObject({
      date: '2026-11-21',
      google: ['8.8.8.0/24'],
      fastly: ['151.101.0.0/16', '2a04:4e40::/32'],
    });
  });
});
