import { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getOrigin } from '../../src/http/core/origin';

/** Addresses of the platform's front end as a container sees it, of Hosting's CDN and of Google's servers. */
const FRONT_END = '169.254.169.126';
const FASTLY = ['151.101.2.3', '2a04:4e42::19'];
const GOOGLE = ['66.249.82.10', '2001:4860:4801::1'];

function from(peer: string, headers: Record<string, string | string[]> = {}) {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  return { socket, headers };
}
const chain = (...entries: string[]) => ({ 'x-forwarded-for': entries.join(', ') });
const getPlatformOrigin = (headers: Record<string, string>, peer = FRONT_END) =>
  getOrigin(from(peer, headers), true);

/** External addresses, from the ranges reserved for documentation. */
const stranger = fc
  .tuple(fc.constantFrom('192.0.2', '198.51.100', '203.0.113'), fc.integer({ min: 1, max: 254 }))
  .map(([network, host]) => `${network}.${host}`);
const server = fc.constantFrom(...FASTLY, ...GOOGLE);
const claim = fc.oneof(
  stranger,
  server,
  fc.constantFrom('10.0.0.1', '', 'unknown', '1.2.3'),
  fc.string(),
);

describe('getOrigin', () => {
  it('returns Hosting’s visitor, not the server in between', () => {
    expect(getPlatformOrigin(chain('102.89.1.1', '151.101.2.3'))).toBe('102.89.1.1');
    expect(getPlatformOrigin(chain('41.58.9.9', '151.101.2.3'))).toBe('41.58.9.9');
  });

  it('returns the visitor behind any number of Hosting’s servers', () => {
    fc.assert(
      fc.property(fc.array(claim), stranger, fc.array(server), (claims, visitor, servers) => {
        expect(getPlatformOrigin(chain(...claims, visitor, ...servers))).toBe(visitor);
      }),
    );
  });

  it('ignores the addresses that a direct caller claims', () => {
    fc.assert(
      fc.property(fc.array(claim), stranger, claim, (claims, caller, served) => {
        const headers = { ...chain(...claims, caller), 'fastly-client-ip': served };
        expect(getPlatformOrigin(headers)).toBe(caller);
      }),
    );
  });

  it('returns the peer’s address, regardless of headers, if it is not the platform’s', () => {
    fc.assert(
      fc.property(stranger, fc.array(claim), claim, (peer, claims, served) => {
        const headers = { ...chain(...claims), 'fastly-client-ip': served };
        expect(getPlatformOrigin(headers, peer)).toBe(peer);
      }),
    );
  });

  it('returns the CDN’s client address if the chain has only Hosting’s servers', () => {
    const headers = { ...chain('151.101.2.3'), 'fastly-client-ip': '203.0.113.7' };
    expect(getPlatformOrigin(headers)).toBe('203.0.113.7');
    expect(getPlatformOrigin({ 'fastly-client-ip': '203.0.113.7' })).toBe(FRONT_END);
    expect(getPlatformOrigin({ ...chain('junk'), 'fastly-client-ip': '203.0.113.7' })).toBe(
      FRONT_END,
    );
  });

  it('returns the nearest Hosting server if the visitor is unknown', () => {
    expect(getPlatformOrigin(chain('66.249.82.10', '151.101.2.3'))).toBe('151.101.2.3');
    expect(getPlatformOrigin({ ...chain('151.101.2.3'), 'fastly-client-ip': 'me' })).toBe(
      '151.101.2.3',
    );
  });

  it('does not trust Google Cloud customers’ addresses', () => {
    expect(getPlatformOrigin(chain('203.0.113.7', '34.90.1.1'))).toBe('34.90.1.1');
  });

  it('returns the peer’s address on emulators', () => {
    expect(getOrigin(from('127.0.0.1', chain('203.0.113.7')), false)).toBe('127.0.0.1');
    expect(getPlatformOrigin({}, '127.0.0.1')).toBe('127.0.0.1');
    expect(getPlatformOrigin(chain(''), '127.0.0.1')).toBe('127.0.0.1');
  });

  it.each([
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:0db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:1:2:3:4:5::', '2001:db8:1:2'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('groups %s into its network %s', (address, network) => {
    expect(getPlatformOrigin(chain(address))).toBe(network);
  });
});
