import { WAT } from '@quantalgo/contracts/core/time';
import { describe, expect, it } from 'vitest';
import { formatAge } from '../../../src/screens/signals/signalText';
import { getRoomState } from '../../../src/screens/signals/CurrentSignals';
import { SLOT } from './signals';

describe('what the room has to show', () => {
  it('is nothing yet while the device is read, or the server asked for the first time', () => {
    expect(getRoomState(undefined, { state: 'live', asOf: SLOT })).toBe('reading');
    expect(getRoomState(0, { state: 'loading', asOf: null })).toBe('reading');
  });

  it('is the signals on this device, however old', () => {
    expect(getRoomState(3, { state: 'offline', asOf: null })).toBe('filled');
  });

  it('is an empty stream only where the server said that there is no signal', () => {
    expect(getRoomState(0, { state: 'live', asOf: SLOT })).toBe('empty');
    expect(getRoomState(0, { state: 'offline', asOf: SLOT })).toBe('empty');
  });

  it.each(['offline', 'reconnecting', 'stale'] as const)(
    'is the sample where the first load failed (%s)',
    (state) => expect(getRoomState(0, { state, asOf: null })).toBe('failed'),
  );
});

describe('the age of a list', () => {
  it('is said whenever the list is not live', () => {
    expect(formatAge({ state: 'offline', asOf: SLOT }, WAT)).toBe('as of 15:05 WAT');
    expect(formatAge({ state: 'live', asOf: SLOT }, WAT)).toBeNull();
  });
});
