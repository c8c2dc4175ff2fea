import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { originOf } from '../../src/http/request';

function from(peer: string, forwarded?: string | string[]) {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  return { socket, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } };
}

describe('the origin of a call', () => {
  it('is whom the platform saw, never what the caller wrote before it', () => {
    const request = from('10.0.0.1', '1.1.1.1, 2.2.2.2, 203.0.113.7');
    expect(originOf(request, 1)).toBe('203.0.113.7');
    expect(originOf(request, 2)).toBe('2.2.2.2');
  });

  it('is the same whatever the caller adds in front', () => {
    const honest = originOf(from('10.0.0.1', '203.0.113.7'), 1);
    const forged = originOf(from('10.0.0.1', '198.51.100.9, 203.0.113.7'), 1);
    expect(forged).toBe(honest);
  });

  it('is the connection itself where no proxy of the platform stands before us', () => {
    expect(originOf(from('127.0.0.1', '203.0.113.7'), 0)).toBe('127.0.0.1');
    expect(originOf(from('127.0.0.1'), 1)).toBe('127.0.0.1');
    expect(originOf(from('127.0.0.1', ''), 1)).toBe('127.0.0.1');
  });

  it.each([
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', ':0:0:0'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('of %s is the network that a household moves in: %s', (address, network) => {
    expect(originOf(from('10.0.0.1', address), 1)).toBe(network);
  });
});
