import { slotId } from '@quantalgo/contracts/core/slots';
import { isRollover } from '@quantalgo/contracts/market/sessions';
import {
  countSettlements,
  EMPTY_PERFORMANCE_COUNTERS,
  type MeasuredOutcome,
  toPerformance,
} from '@quantalgo/contracts/record/performance';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import { toStakes, computeLadderResult } from '@quantalgo/contracts/signals/ladderResult';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import {
  ClusteredMean,
  ForecastScore,
  type MeanRange,
  type ScoredForecasts,
} from '@quantalgo/contracts/signals/skill';
import { getVerdict } from '@quantalgo/contracts/signals/verdict';
import { DayClusters } from '../research/score';
import { type OddsFigures, OddsScore, type Spread, toSpread } from './odds';
import { toGo } from './rows';
import { simulateLadder, toFirstLevel } from './ruin';
import type { Ending, PlayedSignal } from './walk';

/** Results of the same signals with another direction. Rates in percent, money in first stakes. */
export interface Twin {
  readonly signals: number;
  readonly winRate: number;
  readonly firstEntryRate: number;
  readonly resultPerSignal: number;
  readonly resultPerFirstEntry: number;
}

/** Rates and probabilities in percent. */
export interface PeriodFigures {
  readonly from: string | null;
  readonly to: string | null;
  readonly performance: Performance;
  readonly confidence: ScoredForecasts | null;
  readonly firstEntry: ScoredForecasts | null;
  readonly withoutRollover: Pick<PeriodFigures, 'confidence' | 'firstEntry'>;
  /** Only first entries that moved, without the rollover hour. */
  readonly odds: OddsFigures;
  /**
   * A ladder's expected (`said`) and actual (`made`) result in first stakes, and their difference,
   * clustered by day; null if data is scarce.
   */
  readonly perSignal: {
    readonly said: number | null;
    readonly made: MeanRange | null;
    readonly gap: Spread | null;
  };
  /** Signals whose closes are all known, played as published, by coin toss and in reverse. */
  readonly twins: { readonly signals: Twin; readonly coin: Twin; readonly opposite: Twin } | null;
}

const FIRST_LEVEL = toFirstLevel(LADDER_RULES);

class Way {
  #signals = 0;
  #won = 0;
  #firstWon = 0;
  #result = 0;
  #firstResult = 0;

  add(direction: Direction, closes: Ending['closes']): void {
    const ladder = simulateLadder(direction, closes, LADDER_RULES);
    const first = simulateLadder(direction, closes, FIRST_LEVEL);
    this.#signals += 1;
    this.#result += ladder.result;
    this.#firstResult += first.result;
    if (ladder.isWon) this.#won += 1;
    if (first.isWon) this.#firstWon += 1;
  }

  get twin(): Twin {
    const count = this.#signals;
    return {
      signals: count,
      winRate: (100 * this.#won) / count,
      firstEntryRate: (100 * this.#firstWon) / count,
      resultPerSignal: this.#result / count,
      resultPerFirstEntry: this.#firstResult / count,
    };
  }
}

class Forecasts {
  readonly #confidence = new ForecastScore();
  readonly #firstEntry = new ForecastScore();

  add(slot: number, { confidence, firstEntry }: PlayedSignal['sealed'], ending: Ending): void {
    this.#confidence.add(slot, confidence.value / 100, ending.outcome === 'profit');
    this.#firstEntry.add(slot, firstEntry.value / 100, ending.level === 0);
  }

  result(): Pick<PeriodFigures, 'confidence' | 'firstEntry'> {
    return { confidence: this.#confidence.result(), firstEntry: this.#firstEntry.result() };
  }
}

const OPPOSITE = { CALL: 'PUT', PUT: 'CALL' } as const satisfies Record<Direction, Direction>;

/** The mean of both directions, because a coin picks each equally often. */
const toCoin = (published: Twin, opposite: Twin): Twin => {
  const mean = (select: (twin: Twin) => number) => (select(published) + select(opposite)) / 2;
  return {
    signals: published.signals,
    winRate: mean(({ winRate }) => winRate),
    firstEntryRate: mean(({ firstEntryRate }) => firstEntryRate),
    resultPerSignal: mean(({ resultPerSignal }) => resultPerSignal),
    resultPerFirstEntry: mean(({ resultPerFirstEntry }) => resultPerFirstEntry),
  };
};

const COUNT_BATCH_SIZE = 500;

/** Counts signals as the record does and scores their forecasts. Memory use is constant. */
export class Figures {
  #counters = { ...EMPTY_PERFORMANCE_COUNTERS, source: 'replay' as const };
  #uncounted: MeasuredOutcome[] = [];
  readonly #allHours = new Forecasts();
  readonly #withoutRollover = new Forecasts();
  readonly #odds = new OddsScore();
  readonly #said = new ClusteredMean();
  readonly #made = new ClusteredMean();
  readonly #gap = new DayClusters();
  readonly #ways = { signals: new Way(), opposite: new Way() };
  #from: number | null = null;
  #to: number | null = null;

  add(played: PlayedSignal): void {
    const { slot, sealed, moves, ending, closes } = played;
    if (!ending) return;
    this.#odds.add(played);
    this.#from ??= slot;
    this.#to = slot;
    this.#uncounted.push([{ ...sealed, entered: toGo(played)?.go }, ending]);
    if (this.#uncounted.length >= COUNT_BATCH_SIZE) this.#count();
    this.#allHours.add(slot, sealed, ending);
    if (!isRollover(slot)) this.#withoutRollover.add(slot, sealed, ending);
    const stated = getVerdict({ ...sealed, moves }).perFirstStake;
    const made = toStakes(computeLadderResult(ending, LADDER_RULES));
    this.#said.add(slot, stated);
    this.#made.add(slot, made);
    this.#gap.add(slot, stated - made);
    if (!closes) return;
    this.#ways.signals.add(sealed.direction, closes);
    this.#ways.opposite.add(OPPOSITE[sealed.direction], closes);
  }

  /** @param missedSlots open-market slots without a signal */
  result(missedSlots = 0): PeriodFigures {
    this.#count();
    const toId = (at: number | null) => (at === null ? null : slotId(at));
    const [signals, opposite] = [this.#ways.signals.twin, this.#ways.opposite.twin];
    return {
      from: toId(this.#from),
      to: toId(this.#to),
      performance: toPerformance({ ...this.#counters, missedSlots }),
      ...this.#allHours.result(),
      withoutRollover: this.#withoutRollover.result(),
      odds: this.#odds.result(),
      perSignal: {
        said: this.#said.result()?.value ?? null,
        made: this.#made.result(),
        gap: this.#from === null ? null : toSpread(this.#gap.result(), 1),
      },
      twins: signals.signals === 0 ? null : { signals, coin: toCoin(signals, opposite), opposite },
    };
  }

  #count(): void {
    this.#counters = countSettlements(this.#counters, this.#uncounted);
    this.#uncounted = [];
  }
}
