import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPushedSignal, parsePushedSignal } from '../../src/signals/pushed';
import { arbitrarySignal } from './arbitrarySignal';

const fresh = arbitrarySignal.map((signal) => ({ ...signal, settlement: null }));

describe('a signal that a push carries', () => {
  it('arrives as it was sent but for odds that a push omits, settled or not, through JSON', () => {
    fc.assert(
      fc.property(
        fc.oneof(fresh, arbitrarySignal),
        ({ moves: _moves, restatesOdds: _restatesOdds, entryOdds: _entryOdds, ...signal }) => {
          const carried: unknown = JSON.parse(JSON.stringify(toPushedSignal(signal)));
          const read = parsePushedSignal(carried, signal.entered);
          expect(read).toEqual(JSON.parse(JSON.stringify(signal)));
        },
      ),
    );
  });

  it('is none that any part of is missing or another', () => {
    fc.assert(
      fc.property(fresh, fc.nat(14), fc.constantFrom(null, {}, 'x', -1), (signal, at, wrong) => {
        const pushed: unknown[] = [...toPushedSignal(signal)];
        pushed[at] = wrong;
        const read = parsePushedSignal(pushed);
        // A word is a word to whoever does not know which there are, and a sequence may be any whole number.
        if (!([3, 10].includes(at) && wrong === 'x') && !(at === 12 && wrong === -1))
          expect(read).toBeNull();
      }),
    );
    for (const odd of [undefined, null, [], {}, 'signal', ['20261399T9999Z']])
      expect(parsePushedSignal(odd)).toBeNull();
  });
});
