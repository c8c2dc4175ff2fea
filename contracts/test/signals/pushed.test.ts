import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPushedSignal, parsePushedSignal } from '../../src/signals/pushed';
import { arbitrarySignal } from './arbitrarySignal';

const fresh = arbitrarySignal.map((signal) => ({ ...signal, settlement: null }));

describe('pushed signal', () => {
  it('survives JSON, settled or not, without the odds that a push omits', () => {
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

  it('is rejected if any part is missing or invalid', () => {
    fc.assert(
      fc.property(fresh, fc.nat(14), fc.constantFrom(null, {}, 'x', -1), (signal, at, wrong) => {
        const pushed: unknown[] = [...toPushedSignal(signal)];
        pushed[at] = wrong;
        const read = parsePushedSignal(pushed);
        // Parts 3 and 10 accept any word, and part 12, the sequence number, any integer.
        if (!([3, 10].includes(at) && wrong === 'x') && !(at === 12 && wrong === -1))
          expect(read).toBeNull();
      }),
    );
    for (const odd of [undefined, null, [], {}, 'signal', ['20261399T9999Z']])
      expect(parsePushedSignal(odd)).toBeNull();
  });
});
