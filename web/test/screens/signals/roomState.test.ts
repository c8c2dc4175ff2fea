import { WAT } from '@quantalgo/contracts/core/time';
import { describe, expect, it } from 'vitest';
import { formatAge } from '../../../src/screens/signals/signalText';
import { getRoomState } from '../../../src/screens/signals/CurrentSignals';
import { SLOT } from './signals';

describe('getRoomState', () => {
  it('returns reading while the device or the first response is loading', () => {
    expect(getRoomState(undefined, { state: 'live', asOf: SLOT })).toBe('reading');
    expect(getRoomState(0, { state: 'loading', asOf: null })).toBe('reading');
  });

  it('returns filled if the device has signals, however old', () => {
    expect(getRoomState(3, { state: 'offline', asOf: null })).toBe('filled');
  });

  it('returns empty only after the server has responded without signals', () => {
    expect(getRoomState(0, { state: 'live', asOf: SLOT })).toBe('empty');
    expect(getRoomState(0, { state: 'offline', asOf: SLOT })).toBe('empty');
  });

  it.each(['offline', 'reconnecting', 'stale'] as const)(
    'returns failed if the first load failed (%s)',
    (state) => expect(getRoomState(0, { state, asOf: null })).toBe('failed'),
  );
});

describe('formatAge', () => {
  it('formats an age only if the list is not live', () => {
    expect(formatAge({ state: 'offline', asOf: SLOT }, WAT)).toBe('as of 15:05 WAT');
    expect(formatAge({ state: 'live', asOf: SLOT }, WAT)).toBeNull();
  });
});
