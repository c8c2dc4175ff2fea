import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { getSignalPhase } from '@quantalgo/contracts/signals/signal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangeSignals } from '../../../src/data/signals/arrangeSignals';
import { ENTRY, lostAll, received } from '../../screens/signals/signals';

const ids = (signals: readonly { readonly id: string }[]) => signals.map(({ id }) => id);

describe('arrangeSignals', () => {
  it('puts the newest signal on top, next to the one in its entry window', () => {
    const [newer, entering, older] = [received(1), received(0), received(-1)];
    const room = arrangeSignals([newer, entering, older], ENTRY + 10_000);
    expect(room).toEqual({ top: newer, entering: [entering], running: [older] });
  });

  it('keeps a signal on top after its entry window if there is no newer one', () => {
    const only = received(0);
    expect(arrangeSignals([only], ENTRY + SLOT_MS).top).toBe(only);
  });

  it('keeps a settled signal on top for five minutes', () => {
    const ended = received(0, { settlement: lostAll() });
    const { settledAt } = lostAll();
    const late = received(0);
    expect(arrangeSignals([late], ENTRY + 5 * SLOT_MS - 1).top).toBe(late);
    expect(arrangeSignals([late], ENTRY + 5 * SLOT_MS).running).toEqual([late]);
    expect(arrangeSignals([ended], settledAt + SLOT_MS - 1).top).toBe(ended);
    expect(arrangeSignals([ended], settledAt + SLOT_MS).top).toBeNull();
  });

  it('never puts an older signal on top of a newer one that is settled', () => {
    const newest = received(0, { settlement: lostAll() });
    const older = received(-1);
    const room = arrangeSignals([newest, older], lostAll().settledAt + SLOT_MS);
    expect(room).toMatchObject({ top: null, running: [older] });
  });

  it('places every unsettled signal once and settled ones only on top', () => {
    const room = fc.record({
      now: fc.integer({ min: -10, max: 60 }).map((minutes) => ENTRY + minutes * 60_000),
      settledOnes: fc.array(fc.boolean(), { maxLength: 8 }),
    });
    fc.assert(
      fc.property(room, ({ now, settledOnes }) => {
        const signals = settledOnes.map((isSettled, ago) =>
          received(-ago, isSettled ? { settlement: lostAll() } : {}),
        );
        const { top, entering, running } = arrangeSignals(signals, now);
        const placed = [...(top?.settlement === null ? [top] : []), ...entering, ...running];
        expect(ids(placed).sort()).toEqual(
          ids(signals.filter(({ settlement }) => settlement === null)).sort(),
        );
        for (const late of running)
          expect(['running', 'judging']).toContain(getSignalPhase(late, now).name);
      }),
    );
  });
});
