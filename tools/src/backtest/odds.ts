import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { isRollover } from '@quantalgo/contracts/market/sessions';
import { type Audience, getSlotAudience } from '@quantalgo/contracts/signals/signal';
import { Z95 } from '@quantalgo/contracts/signals/zScores';
import { getVerdict } from '@quantalgo/contracts/signals/verdict';
import { type ClusteredRate, DayClusters } from '../research/score';
import { toGo, toResult } from './rows';
import type { PlayedSignal } from './walk';

/** In percent or points. `half` is half the 95% interval, clustered by day. */
export interface Spread {
  readonly value: number;
  readonly half: number;
}

/** Stated odds of first entries that moved, and their results. */
export interface OddsGroup {
  readonly name: string;
  readonly moved: number;
  readonly said: number;
  readonly won: Spread;
  readonly gap: Spread;
  /** Brier skill, compared with always stating 50%. */
  readonly skill: Spread;
}

/** Signals that are predicted to pay at a payout, and their single entries' results in stakes. */
export interface PayingGroup {
  readonly payout: number;
  readonly signals: number;
  readonly won: Spread | null;
  readonly perStake: Spread | null;
}

export interface OddsFigures {
  readonly groups: readonly OddsGroup[];
  /** Win rate in order-flow slots less that in basic slots, in points. Null without both. */
  readonly essentialLead: Spread | null;
  /**
   * The same if the basic slots were later by 5 to 40 minutes. Both kinds have the same strategies,
   * so these show how much the lead varies by chance.
   */
  readonly shiftedLeads: readonly number[];
  /** Improvement of the odds restated at entry, in points of Brier skill. */
  readonly restated: Spread | null;
  readonly pays: readonly PayingGroup[];
}

export const toSpread = ({ value, half }: ClusteredRate, unit = 100): Spread => ({
  value: unit * value,
  half: unit * half,
});

class GroupScore {
  readonly #stated = new DayClusters();
  readonly #won = new DayClusters();
  readonly #gap = new DayClusters();
  readonly #skill = new DayClusters();

  constructor(readonly name: string) {}

  add(slot: number, stated: number, isWon: boolean): void {
    const won = isWon ? 1 : 0;
    this.#stated.add(slot, stated);
    this.#won.add(slot, won);
    this.#gap.add(slot, stated - won);
    this.#skill.add(slot, 1 - (stated - won) ** 2 / 0.25);
  }

  result(): OddsGroup {
    const stated = this.#stated.result();
    return {
      name: this.name,
      moved: stated.count,
      said: 100 * stated.value,
      won: toSpread(this.#won.result()),
      gap: toSpread(this.#gap.result()),
      skill: toSpread(this.#skill.result()),
    };
  }
}

class PayingScore {
  readonly #won = new DayClusters();
  readonly #results = new DayClusters();
  #signals = 0;

  constructor(readonly payout: number) {}

  add(slot: number, isWon: boolean): void {
    this.#signals += 1;
    this.#won.add(slot, isWon ? 1 : 0);
    this.#results.add(slot, isWon ? this.payout : -1);
  }

  result(): PayingGroup {
    const { payout } = this;
    if (this.#signals === 0) return { payout, signals: 0, won: null, perStake: null };
    const [won, perStake] = [toSpread(this.#won.result()), toSpread(this.#results.result(), 1)];
    return { payout, signals: this.#signals, won, perStake };
  }
}

const PAYOUTS = [0.8, 0.85, 0.92];

const AUDIENCE_NAMES = { basic: 'basic slots', 'order-flow': 'order-flow slots' } as const;

const ALL_HOURS_GROUP = 'all hours';

/** Signals whose first entry lost: the stated and the actual share that a later level won. */
const LATER_GROUP = 'later levels';

interface AudienceDay {
  readonly basic: { trials: number; won: number };
  readonly 'order-flow': { trials: number; won: number };
}

/** Difference of both audiences' win rates, clustered by UTC day, because they share days. */
class AudienceDifference {
  readonly #days = new Map<number, AudienceDay>();

  add(slot: number, audience: Audience, isWon: boolean): void {
    const number = Math.floor(slot / DAY_MS);
    const day = this.#days.get(number) ?? {
      basic: { trials: 0, won: 0 },
      'order-flow': { trials: 0, won: 0 },
    };
    this.#days.set(number, day);
    day[audience].trials += 1;
    if (isWon) day[audience].won += 1;
  }

  /** Null without signals of both. */
  result(): Spread | null {
    const days = [...this.#days.values()];
    const sum = (select: (day: AudienceDay) => number) =>
      days.reduce((total, day) => total + select(day), 0);
    const toRate = (audience: Audience) => {
      const trials = sum((day) => day[audience].trials);
      const rate = sum((day) => day[audience].won) / trials;
      const getShare = (day: AudienceDay) =>
        (day[audience].won - rate * day[audience].trials) / trials;
      return { trials, rate, getShare };
    };
    const [basic, orderFlow] = [toRate('basic'), toRate('order-flow')];
    if (basic.trials === 0 || orderFlow.trials === 0) return null;
    const variance = sum((day) => (orderFlow.getShare(day) - basic.getShare(day)) ** 2);
    return {
      value: 100 * (orderFlow.rate - basic.rate),
      half: 100 * Z95 * Math.sqrt(variance),
    };
  }
}

/** Basic slots lie 9 or 10 slots apart, so a ninth shift would meet the next ones. */
const SHIFTS = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * Signals must be added in slot order. All groups except the one of all hours omit the rollover.
 */
export class OddsScore {
  readonly #groups = new Map<string, GroupScore>();
  readonly #paying = PAYOUTS.map((payout) => new PayingScore(payout));
  readonly #audiences = new AudienceDifference();
  readonly #shifted = SHIFTS.map((shift) => ({ shift, audiences: new AudienceDifference() }));
  readonly #restated = new DayClusters();
  #restatedCount = 0;

  add(played: PlayedSignal): void {
    const { slot, sealed, moves, ending } = played;
    if (!ending || ending.outcome === 'break-even') return;
    const isWon = ending.level === 0;
    const winProbability = sealed.firstEntry.value / moves;
    this.#count(ALL_HOURS_GROUP, slot, winProbability, isWon);
    if (isRollover(slot)) return;
    const confirmation = toGo(played);
    const names = ['all', sealed.strategy, sealed.pair, AUDIENCE_NAMES[sealed.audience]];
    if (confirmation) names.push(confirmation.go ? 'go' : 'no-go');
    for (const name of names) this.#count(name, slot, winProbability, isWon);
    this.#audiences.add(slot, sealed.audience, isWon);
    for (const { shift, audiences } of this.#shifted)
      audiences.add(slot, getSlotAudience(slot - shift * SLOT_MS), isWon);
    for (const paying of this.#paying)
      if (getVerdict({ ...sealed, moves }, paying.payout).name === 'pays') paying.add(slot, isWon);
    const { later, entryGain } = toResult(played, ending);
    if (!isWon) this.#count(LATER_GROUP, slot, later, ending.outcome === 'profit');
    if (entryGain === null) return;
    this.#restatedCount += 1;
    this.#restated.add(slot, entryGain / 0.25);
  }

  result(): OddsFigures {
    return {
      groups: [...this.#groups.values()].map((group) => group.result()),
      essentialLead: this.#audiences.result(),
      shiftedLeads: this.#shifted.flatMap(({ audiences }) => audiences.result()?.value ?? []),
      restated: this.#restatedCount === 0 ? null : toSpread(this.#restated.result()),
      pays: this.#paying.map((paying) => paying.result()),
    };
  }

  #count(name: string, slot: number, stated: number, isWon: boolean): void {
    const group = this.#groups.get(name) ?? new GroupScore(name);
    this.#groups.set(name, group);
    group.add(slot, stated, isWon);
  }
}
