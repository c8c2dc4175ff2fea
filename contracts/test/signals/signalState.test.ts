import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLOT_MS } from '../../src/core/slots';
import { HOUR_MS, WAT } from '../../src/core/time';
import { CONFIRM_TIMEOUT_MS } from '../../src/signals/confirmation';
import { LEVELS } from '../../src/signals/ladder';
import { ENTER_NOW_WINDOW_MS, type Settlement } from '../../src/signals/signal';
import { getSignalState } from '../../src/signals/signalState';
import { describeIdle, describeState, formatBar, formatResult } from '../../src/signals/stateText';
import { VERDICTS } from '../../src/signals/verdict';
import { arbitrarySettlement } from './arbitrarySignal';

const SLOT = Date.parse('2026-11-20T11:55:00Z');
const ENTRY = SLOT + SLOT_MS;
const at = (clock: string) => Date.parse(`2026-11-20T${clock}Z`);
const signal = { createdAt: SLOT, settlement: null };
const judged = { source: 'simulated', fetchedAt: ENTRY, settledAt: ENTRY } as const;
const WON = { ...judged, closes: [], outcome: 'profit', level: 1 } satisfies Settlement;
const LOST = { ...judged, closes: [], outcome: 'loss', level: null } satisfies Settlement;
const FLAT = { ...judged, closes: [], outcome: 'break-even', level: null } satisfies Settlement;

const bar = (
  fields: Partial<Parameters<typeof getSignalState>[0]>,
  clock: string,
  verdict: (typeof VERDICTS)[number] = 'paper',
) => {
  const now = at(clock);
  const state = getSignalState({ ...signal, ...fields }, now);
  return describeState(state, { now, zone: WAT, verdict, nextAt: at('12:05:00') });
};

describe('state bar', () => {
  it.each([
    [{}, '11:57:49', 'Paper: enter at 13:00 · in 2:11'],
    [{}, '12:00:02', 'Wait: price check · done in 0:08'],
    [{ entered: true }, '12:00:06', 'Paper: enter now · 0:24 left'],
    [{ entered: false }, '12:00:19', 'Do nothing · next in 4:41'],
    [{}, '12:00:19', 'Do nothing · next in 4:41'],
    [{ entered: false }, '12:19:00', 'Do nothing'],
    [{ entered: true }, '12:01:48', 'Wait: level 0 · ends in 3:12'],
    [{ entered: true }, '12:06:48', 'Wait: level 1 · ends in 3:12'],
    [{ entered: true }, '12:20:05', 'Wait: closing price · about 10 s'],
    [{ entered: true }, '12:21:15', 'Wait: closing price · 1 min late'],
    [{ settlement: WON }, '12:21:00', 'Won at level 1 · ended 13:10'],
    [{ settlement: LOST }, '12:21:00', 'Lost, all 4 levels · ended 13:20'],
    [{ settlement: FLAT }, '12:21:00', 'Break-even · ended 13:05'],
    [{ entered: false, settlement: WON }, '12:21:00', 'Would have won · ended 13:10'],
    [{ entered: false, settlement: LOST }, '12:21:00', 'Would have lost · ended 13:20'],
    [
      { settlement: { ...LOST, settledAt: SLOT + 25 * HOUR_MS } },
      '12:21:00',
      'Lost: judged too late · ended 13:20',
    ],
  ])('for %o at %s shows “%s”', (fields, clock, text) => {
    expect(formatBar(bar(fields, clock))).toBe(text);
  });

  it('omits “Paper” only if the signal pays', () => {
    expect(bar({}, '11:58:00', 'pays').verb).toBe('Enter at 13:00');
    expect(bar({ entered: true }, '12:00:06', 'pays').verb).toBe('Enter now');
    for (const verdict of ['paper', 'unclear'] as const) {
      expect(bar({}, '11:58:00', verdict).verb).toBe('Paper: enter at 13:00');
      expect(bar({ entered: true }, '12:00:06', verdict).verb).toBe('Paper: enter now');
    }
  });

  it('has the “go” tone only if the signal pays and can be entered, and “ready” before', () => {
    expect(bar({ entered: true }, '12:00:06', 'pays').tone).toBe('go');
    expect(bar({}, '11:58:00', 'pays').tone).toBe('ready');
    for (const verdict of ['paper', 'unclear'] as const) {
      expect(bar({ entered: true }, '12:00:06', verdict).tone).toBe('plain');
      expect(bar({}, '11:58:00', verdict).tone).toBe('plain');
    }
  });

  it('never shows a no-go as won or lost', () => {
    for (const settlement of [WON, LOST, FLAT]) {
      const view = bar({ entered: false, settlement }, '13:00:00');
      expect(view.tone).toBe('idle');
      expect(view.verb).toMatch(/^Would have/);
    }
  });

  it('says without a signal when the next one may come or the market opens', () => {
    const now = at('12:00:00');
    const idle = (nextAt: number | null, opensAt: number | null) =>
      formatBar(describeIdle(now, { nextAt, opensAt }));
    expect(idle(at('12:05:00'), null)).toBe('Do nothing · next in 5:00');
    expect(idle(null, null)).toBe('Do nothing');
    expect(idle(null, now + 33 * HOUR_MS)).toBe('Market closed · opens in 1 d 9 h');
    expect(idle(null, now + 90 * 60_000)).toBe('Market closed · opens in 1 h 30 min');
  });

  it('formats a result, with “Would have” if it wasn’t entered', () => {
    expect(formatResult({ outcome: 'profit', level: 2 })).toBe('Won at level 2');
    expect(formatResult({ outcome: 'loss', level: null }, false)).toBe('Would have lost');
  });
});

const anyTime = fc.integer({ min: SLOT - HOUR_MS, max: SLOT + 48 * HOUR_MS });
const anySignal = fc
  .record({
    entered: fc.constantFrom(true, false, undefined),
    settlement: fc.option(arbitrarySettlement, { freq: 4 }),
  })
  .map(({ entered, settlement }) => ({
    createdAt: SLOT,
    settlement,
    ...(entered !== undefined && { entered }),
  }));

describe('state bar for any signal at any time', () => {
  it('has a verb, valid numbers and a share from 0 to 1', () => {
    fc.assert(
      fc.property(anySignal, anyTime, fc.constantFrom(...VERDICTS), (any, now, verdict) => {
        const view = describeState(getSignalState(any, now), { now, zone: WAT, verdict });
        expect(view.verb).not.toBe('');
        expect(formatBar(view)).not.toMatch(/-\d|NaN|undefined|null/);
        if (view.share === null) return;
        expect(view.share).toBeGreaterThanOrEqual(0);
        expect(view.share).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('says “Enter now” only for a confirmed signal in its entry window', () => {
    fc.assert(
      fc.property(anySignal, anyTime, (any, now) => {
        const isOpen = now >= ENTRY && now < ENTRY + ENTER_NOW_WINDOW_MS;
        expect(getSignalState(any, now).name === 'enter-now').toBe(
          any.entered === true && any.settlement === null && isOpen,
        );
      }),
    );
  });

  it('keeps its state until the stated time, then changes', () => {
    fc.assert(
      fc.property(
        anySignal,
        anyTime,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (any, now, share) => {
          const state = getSignalState(any, now);
          if (!('until' in state)) return;
          expect(state.until).toBeGreaterThan(now);
          const between = now + Math.floor(share * (state.until - 1 - now));
          expect(getSignalState(any, between)).toEqual(state);
          expect(getSignalState(any, state.until)).not.toEqual(state);
        },
      ),
    );
  });

  it('moves through its states in order until settlement', () => {
    const names = ['enter-at', 'checking', 'enter-now', 'no-go', 'level', 'close'];
    const place = (any: Parameters<typeof getSignalState>[0], now: number) => {
      const state = getSignalState(any, now);
      return names.indexOf(state.name) + (state.name === 'level' ? state.level / LEVELS.length : 0);
    };
    fc.assert(
      fc.property(anySignal, anyTime, fc.nat(CONFIRM_TIMEOUT_MS * 60), (any, now, later) => {
        const unsettled = { ...any, settlement: null };
        expect(place(unsettled, now)).toBeLessThanOrEqual(place(unsettled, now + later));
      }),
    );
  });
});
