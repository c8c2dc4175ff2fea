import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import type { SealedSignal } from '@quantalgo/contracts/record/ledger/entry';
import { listCloseTimes, type Level } from '@quantalgo/contracts/signals/ladder';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { getSlotAudience, type Outcome } from '@quantalgo/contracts/signals/signal';
import {
  type PublishedResult,
  toCountedUntil,
} from '@quantalgo/functions/domain/signals/calibration/published';
import type { Calibration } from '@quantalgo/functions/domain/signals/calibration/calibration';
import { fitCalibration } from '@quantalgo/functions/domain/signals/calibration/fit';
import {
  type CloseAt,
  judgeSignal,
  type Judgement,
  NO_CLOSE,
} from '@quantalgo/functions/domain/record/record';
import type { RecentSignal } from '@quantalgo/functions/domain/signals/runningLadders';
import {
  type Contender,
  type Draft,
  partitionByCalibration,
} from '@quantalgo/functions/domain/signals/selection';
import type { Strategy } from '@quantalgo/functions/domain/signals/strategies/strategy';
import { decideOnMarket } from '@quantalgo/functions/platform/record/publish';
import type { FileMarket } from './market';
import { toResult } from './rows';

export interface Ending {
  readonly outcome: Outcome;
  readonly level: Level | null;
  readonly closes: readonly { readonly price: number | null }[];
}

/** `ending` is null if the levels end after the last candle. */
export interface PlayedSignal {
  readonly slot: number;
  readonly sealed: SealedSignal;
  /** Probability, in percent, that the first entry moves. */
  readonly moves: number;
  readonly ending: Ending | null;
  /** Closes of all levels, even unplayed ones; null if the levels end after the last candle. */
  readonly closes: Ending['closes'] | null;
}

interface Open {
  readonly slot: number;
  readonly sealed: SealedSignal;
  readonly moves: number;
  readonly closeAt: CloseAt;
  until: number;
  ending: Ending | null;
  closes: Ending['closes'] | null;
  isOver: boolean;
}

const toEnding = (judgement: Extract<Judgement, { state: 'settled' }>): Ending => ({
  outcome: judgement.outcome,
  level: judgement.level,
  closes: judgement.closes,
});

class OpenSignals {
  readonly #market: FileMarket;
  readonly #open: Open[] = [];
  #published: RecentSignal[] = [];

  constructor(market: FileMarket) {
    this.#market = market;
  }

  publish(slot: number, { sealed, moves }: Draft): void {
    const closeAt: CloseAt = (time) => this.#market.closeAt(sealed.pair, time) ?? NO_CLOSE.missing;
    const { pair, direction } = sealed;
    this.#published = [...this.recentAt(slot), { slot, pair, direction }];
    this.#open.push({
      slot,
      sealed,
      moves,
      closeAt,
      until: slot + SLOT_MS,
      ending: null,
      closes: null,
      isOver: false,
    });
  }

  recentAt(slot: number): RecentSignal[] {
    return this.#published.filter((signal) => signal.slot >= slot - SLOT_MS * LADDER_RULES.levels);
  }

  /**
   * Advances between two slots (epoch ms) whose closes are known.
   * @returns finished signals, in slot order
   */
  settle(from: number, to: number): PlayedSignal[] {
    for (let now = from + SLOT_MS; now <= to && this.#isAnyOpen(); now += SLOT_MS)
      for (const signal of this.#open) this.#judge(signal, now);
    return this.#takeFinished();
  }

  end(): PlayedSignal[] {
    for (const signal of this.#open) signal.isOver = true;
    return this.#takeFinished();
  }

  #isAnyOpen(): boolean {
    return this.#open.some(({ isOver }) => !isOver);
  }

  #judge(signal: Open, now: number): void {
    if (signal.isOver || now < signal.until) return;
    const { slot, sealed, closeAt } = signal;
    const endedAt = this.#market.endedAt(sealed.pair) ?? Infinity;
    const subject = { createdAt: slot, direction: sealed.direction };
    const judgedAt = Math.min(now, endedAt);
    if (!signal.ending) {
      const judgement = judgeSignal(subject, closeAt, { now: judgedAt, rules: LADDER_RULES });
      if (judgement.state === 'settled') signal.ending = toEnding(judgement);
      else signal.until = judgement.until;
    }
    if (signal.ending) this.#storeCloses(signal, judgedAt);
    signal.isOver = signal.closes !== null || now > endedAt;
  }

  #storeCloses(signal: Open, now: number): void {
    const times = listCloseTimes(signal.slot, LADDER_RULES);
    signal.until = times.at(-1) ?? signal.slot;
    if (now < signal.until) return;
    signal.closes = times.map((time) => {
      const price = signal.closeAt(time);
      return { price: typeof price === 'number' ? price : null };
    });
  }

  #takeFinished(): PlayedSignal[] {
    const stillOpen = this.#open.findIndex(({ isOver }) => !isOver);
    const count = stillOpen === -1 ? this.#open.length : stillOpen;
    return this.#open
      .splice(0, count)
      .map(({ slot, sealed, moves, ending, closes }) => ({ slot, sealed, moves, ending, closes }));
  }
}

/** Epoch ms; `to` is null while the strategy is still off. */
export interface SwitchedOff {
  readonly strategy: string;
  readonly reason: string;
  readonly from: number;
  to: number | null;
}

/** Walk-forward calibrations, refitted every midnight on past data only. */
class Learning {
  readonly #market: FileMarket;
  readonly #strategies: readonly Strategy[];
  readonly #calibrations = new Map<string, Calibration>();
  readonly #off = new Map<string, SwitchedOff>();
  readonly switchedOff: SwitchedOff[] = [];
  #published: PublishedResult[] = [];
  #refitAt: number | null = null;

  constructor(market: FileMarket, strategies: readonly Strategy[]) {
    this.#market = market;
    this.#strategies = strategies;
  }

  /** Queues a finished signal for the next nightly fit. */
  add(signal: PlayedSignal): void {
    if (signal.ending) this.#published.push(toResult(signal, signal.ending));
  }

  /** Selects contenders as the publisher does. `slot` in epoch ms. */
  contendersAt(slot: number): Contender[] {
    const audience = getSlotAudience(slot);
    const eligible = this.#strategies.filter((strategy) => strategy.audiences.includes(audience));
    const { source } = this.#market;
    const { calibrated, toFit } = partitionByCalibration(eligible, this.#calibrations, {
      slot,
      source,
      rules: LADDER_RULES,
    });
    return [...calibrated, ...this.#fit(slot, toFit)];
  }

  /**
   * Runs the daily fit that is due before `next` (epoch ms). After a closed market, it only fits
   * the last midnight, because the others add no data.
   */
  refitBefore(next: number): void {
    const midnight = next - 1 - ((next - 1) % DAY_MS);
    if (this.#refitAt !== null && midnight > this.#refitAt) {
      this.#fit(midnight, this.#strategies, this.#published);
      this.#published = this.#published.filter((result) => result.slot >= toCountedUntil(midnight));
    }
    this.#refitAt = midnight;
  }

  #fit(
    slot: number,
    strategies: readonly Strategy[],
    published?: readonly PublishedResult[],
  ): Contender[] {
    return strategies.map((strategy) => {
      const calibration = fitCalibration(
        strategy,
        this.#market.getTrials(this.#strategies.indexOf(strategy)),
        {
          slot,
          source: this.#market.source,
          rules: LADDER_RULES,
          previous: this.#calibrations.get(strategy.id),
          ...(published && { published }),
        },
      );
      this.#calibrations.set(strategy.id, calibration);
      this.#recordPeriod(strategy.id, calibration);
      return { strategy, calibration };
    });
  }

  #recordPeriod(strategy: string, { switchedOff, fittedAt }: Calibration): void {
    const current = this.#off.get(strategy);
    if (current && !switchedOff) {
      current.to = fittedAt;
      this.#off.delete(strategy);
    }
    if (current || !switchedOff) return;
    const period = { strategy, reason: switchedOff.reason, from: fittedAt, to: null };
    this.#off.set(strategy, period);
    this.switchedOff.push(period);
  }
}

export interface Listener {
  readonly played: (signal: PlayedSignal) => void;
  /** Called for each open-market slot (epoch ms) without a signal. */
  readonly missed: (slot: number, reason: string) => void;
  /** Called after each slot (epoch ms). The walk awaits the promise. */
  readonly walked: (slot: number) => Promise<unknown> | null;
}

/**
 * Walks a market slot by slot. Settles, decides and fits as the jobs do, with constant memory use.
 * @returns the periods in which strategies were switched off
 * @throws Error that names the file and row of an invalid candle
 */
export async function walk(
  market: FileMarket,
  strategies: readonly Strategy[],
  listener: Listener,
): Promise<readonly SwitchedOff[]> {
  const learning = new Learning(market, strategies);
  const signals = new OpenSignals(market);
  await market.open();
  let previousSlot: number | null = null;
  for (let slot = market.nextSlot; slot !== null; slot = market.nextSlot) {
    learning.refitBefore(slot);
    await market.advance(slot);
    for (const signal of signals.settle(previousSlot ?? slot, slot)) {
      learning.add(signal);
      listener.played(signal);
    }
    const recent = signals.recentAt(slot);
    const decision = await decideOnMarket(market, slot, learning.contendersAt(slot), recent);
    if (decision.state === 'published') signals.publish(slot, decision.draft);
    if (decision.state === 'missed') listener.missed(slot, decision.reason);
    const pending = listener.walked(slot);
    if (pending) await pending;
    previousSlot = slot;
  }
  for (const signal of signals.end()) listener.played(signal);
  return learning.switchedOff;
}
