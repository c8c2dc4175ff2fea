import { describe, expect, it } from 'vitest';
import {
  DEV_PORT,
  OFFSETS,
  getPorts,
  readOffset,
  SECOND_OFFSETS,
  getSecondOffset,
} from '../../src/suite/ports';

/** Ports that Chromium refuses to open, as far as they lie in our range. */
const REFUSED = [
  2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679,
];
const REFUSED_HIGH = [6697, 10080];

const EVERY_OFFSET = [...OFFSETS, ...SECOND_OFFSETS];

describe('ports of a suite', () => {
  it('have their documented values without an offset', () => {
    expect(getPorts(0)).toMatchObject({
      site: 5050,
      auth: 9099,
      functions: 5001,
      firestore: 8080,
      storage: 9199,
      hub: 4400,
      logging: 4500,
      inbox: 1080,
      smtp: 1025,
      telegram: 1095,
    });
  });

  it('are unique within a suite and across suites at different offsets', () => {
    const servers = EVERY_OFFSET.flatMap((offset) => Object.values(getPorts(offset)));
    const all = [...servers, ...OFFSETS.map((offset) => DEV_PORT + offset)];
    expect(new Set(all).size).toBe(all.length);
  });

  it('are never blocked by browsers', () => {
    const all = EVERY_OFFSET.flatMap((offset) => Object.values(getPorts(offset)));
    expect(all.filter((port) => [...REFUSED, ...REFUSED_HIGH].includes(port))).toEqual([]);
  });
});

describe('getSecondOffset', () => {
  it('returns a separate offset for each suite, and undefined for a second one', () => {
    expect(OFFSETS.map(getSecondOffset)).toEqual(SECOND_OFFSETS);
    expect(getSecondOffset(2500)).toBeUndefined();
  });
});

describe('PORT_OFFSET', () => {
  it('accepts the allowed offsets and defaults if unset or empty', () => {
    expect(readOffset('3000', 0)).toBe(3000);
    expect(readOffset('3500', 0)).toBe(3500);
    expect(readOffset(undefined, 1000)).toBe(1000);
    expect(readOffset('', 0)).toBe(0);
  });

  it.each(['2000', '1', '-1000', '1e3', 'abc'])('rejects %s with a one-line error', (value) => {
    expect(() => readOffset(value, 0)).toThrow(
      `PORT_OFFSET must be one of ${OFFSETS.join(', ')}, not '${value}'.`,
    );
  });
});
