import { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getOrigin } from '../../src/http/core/origin';

/** The platform's front end as a container sees it, Hosting's CDN, and Google's own servers. */
const FRONT_END = '169.254.169.126';
const FASTLY = ['151.101.2.3', '2a04:4e42::19'];
const GOOGLE = ['66.249.82.10', '2001:4860:4801::1'];

function from(peer: string, headers: Record<string, string | string[]> = {}) {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  return { socket, headers };
}
const chain = (...entries: string[]) => ({ 'x-forwarded-for': entries.join(', ') });
const seen = (headers: Record<string, string>, peer = FRONT_END) =>
  getOrigin(from(peer, headers), true);

/** Addresses on the internet that are nobody's of ours: those kept for documentation. */
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

describe('the origin of a call', () => {
  it('is each visitor of Hosting, not the server that served them', () => {
    expect(seen(chain('102.89.1.1', '151.101.2.3'))).toBe('102.89.1.1');
    expect(seen(chain('41.58.9.9', '151.101.2.3'))).toBe('41.58.9.9');
  });

  it('is whom Hosting served, however many of its servers stand between', () => {
    fc.assert(
      fc.property(fc.array(claim), stranger, fc.array(server), (claims, visitor, servers) => {
        expect(seen(chain(...claims, visitor, ...servers))).toBe(visitor);
      }),
    );
  });

  it('is never what a direct caller claims', () => {
    fc.assert(
      fc.property(fc.array(claim), stranger, claim, (claims, caller, served) => {
        const headers = { ...chain(...claims, caller), 'fastly-client-ip': served };
        expect(seen(headers)).toBe(caller);
      }),
    );
  });

  it('is the connection where its other end is nobody of ours, whatever the headers say', () => {
    fc.assert(
      fc.property(stranger, fc.array(claim), claim, (peer, claims, served) => {
        const headers = { ...chain(...claims), 'fastly-client-ip': served };
        expect(seen(headers, peer)).toBe(peer);
      }),
    );
  });

  it('is whom the CDN names where only servers of Hosting are noted', () => {
    const headers = { ...chain('151.101.2.3'), 'fastly-client-ip': '203.0.113.7' };
    expect(seen(headers)).toBe('203.0.113.7');
    expect(seen({ 'fastly-client-ip': '203.0.113.7' })).toBe(FRONT_END);
    expect(seen({ ...chain('junk'), 'fastly-client-ip': '203.0.113.7' })).toBe(FRONT_END);
  });

  it('is the nearest server of Hosting where nobody says whom it served', () => {
    expect(seen(chain('66.249.82.10', '151.101.2.3'))).toBe('151.101.2.3');
    expect(seen({ ...chain('151.101.2.3'), 'fastly-client-ip': 'me' })).toBe('151.101.2.3');
  });

  it('is not hidden by addresses that Google rents out', () => {
    expect(seen(chain('203.0.113.7', '34.90.1.1'))).toBe('34.90.1.1');
  });

  it('is the connection itself on emulators', () => {
    expect(getOrigin(from('127.0.0.1', chain('203.0.113.7')), false)).toBe('127.0.0.1');
    expect(seen({}, '127.0.0.1')).toBe('127.0.0.1');
    expect(seen(chain(''), '127.0.0.1')).toBe('127.0.0.1');
  });

  it.each([
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:0db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:1:2:3:4:5::', '2001:db8:1:2'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('of %s is the network that a household moves in: %s', (address, network) => {
    expect(seen(chain(address))).toBe(network);
  });
});
