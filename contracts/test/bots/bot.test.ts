import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyBotChange, type Bot, mergeConfiguration } from '../../src/bots/bot';
import { createConfiguration, isBotPaused, togglePause } from '../../src/bots/configuration';
import { arbitraryConfiguration } from './arbitrary';

const SINCE = Date.parse('2026-11-20T12:00:00Z');
const BASE = createConfiguration(SINCE);
const STAKE = { kind: 'fixed', cents: 10_000 } as const;
const ID = '7568466a-ef60-49c3-9457-754df0b019f3';

const after = (minutes: number) => SINCE + minutes * 60_000;

describe('mergeConfiguration', () => {
  it('keeps a pause and a stake that were changed on two devices, in either order', () => {
    const paused = togglePause(BASE, after(5));
    const restaked = { ...BASE, stake: STAKE };
    const merged = { ...paused, stake: STAKE };
    expect(mergeConfiguration(restaked, BASE, paused)).toEqual(merged);
    expect(mergeConfiguration(paused, BASE, restaked)).toEqual(merged);
  });

  it('applies a change to what it is based on, and nothing if nothing changed', () => {
    fc.assert(
      fc.property(arbitraryConfiguration, arbitraryConfiguration, (one, other) => {
        expect(mergeConfiguration(one, one, other)).toEqual(other);
        expect(mergeConfiguration(one, other, other)).toEqual(one);
      }),
    );
  });

  it('pauses from the first and resumes at the last press of two devices', () => {
    const phone = togglePause(BASE, after(5));
    const laptop = togglePause(BASE, after(7));
    const both = mergeConfiguration(phone, BASE, laptop);
    expect(both.pauses).toEqual([{ from: after(5), until: null }]);
    const resumed = mergeConfiguration(both, laptop, togglePause(laptop, after(9)));
    expect(resumed.pauses).toEqual([{ from: after(5), until: after(9) }]);
    const late = mergeConfiguration(resumed, phone, togglePause(phone, after(20)));
    expect(isBotPaused(late)).toBe(false);
  });

  it('drops pauses from before a reset and keeps later ones', () => {
    const paused = togglePause(BASE, after(5));
    const reset = { ...paused, since: after(10), pauses: [] };
    const resumed = togglePause(paused, after(12));
    expect(mergeConfiguration(reset, paused, resumed)).toEqual(reset);
    const later = togglePause(resumed, after(15));
    expect(mergeConfiguration(later, paused, reset).pauses).toEqual([
      { from: after(15), until: null },
    ]);
  });

  it.each([
    ['without earlier pauses', BASE],
    ['after an earlier pause', togglePause(togglePause(BASE, after(1)), after(2))],
  ])('drops a pause from before a reset that reaches the server first or last, %s', (_, base) => {
    const paused = togglePause(base, after(5));
    const reset = { ...base, since: after(10), pauses: [] };
    expect(mergeConfiguration(reset, base, paused)).toEqual(reset);
    expect(mergeConfiguration(paused, base, reset)).toEqual(reset);
  });
});

describe('applyBotChange', () => {
  const bots: readonly Bot[] = [{ id: ID, configuration: BASE }];

  it('refuses to bring back a removed bot', () => {
    const change = { base: BASE, configuration: togglePause(BASE, after(5)) };
    expect(applyBotChange([], ID, change)).toEqual({
      type: 'refused',
      reason: 'This bot was removed, so your change wasn’t saved.',
    });
    expect(applyBotChange(bots, ID, change)).toEqual({
      type: 'applied',
      bots: [{ id: ID, configuration: change.configuration }],
    });
  });

  it('refuses a merge with too many pauses', () => {
    const pause = (from: number) => ({ from: after(from), until: after(from + 1) });
    const current = Array.from({ length: 200 }, (_, index) => pause(2 * index));
    const configuration = { ...BASE, pauses: current };
    const changed = { ...BASE, pauses: [pause(1000)] };
    expect(
      applyBotChange([{ id: ID, configuration }], ID, { base: BASE, configuration: changed }),
    ).toEqual({
      type: 'refused',
      reason: 'This bot has been paused too many times. Start a new one.',
    });
  });
});
