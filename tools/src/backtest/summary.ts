import {
  countSettlement,
  LADDER_RULES,
  ladderResult,
  NO_SIGNALS_SETTLED,
  type Performance,
  performanceOf,
} from '@quantalgo/contracts';
import { type Skill, SkillScore } from '@quantalgo/functions/domain/calibration/skill';
import { type Played } from './signals';
import { type SwitchedOff } from './walk';

const HOUR_MS = 60 * 60_000;

/** What signals of a stretch of time were worth. Rates and probabilities in percent. */
export interface Stretch {
  /** First and last slot with a signal, ISO; null without any. */
  readonly from: string | null;
  readonly to: string | null;
  readonly performance: Performance;
  /** Of the four-level probability and of that of the first entry; null while nothing can be told. */
  readonly confidence: Skill | null;
  readonly firstEntry: Skill | null;
}

/** Counts signals as the record does, and judges what was said of them. Memory does not grow with their number. */
export class Figures {
  #counters = { ...NO_SIGNALS_SETTLED, source: 'replay' as const };
  readonly #confidence = new SkillScore();
  readonly #firstEntry = new SkillScore();
  #hour = 0;
  #from: number | null = null;
  #to: number | null = null;

  add({ slot, sealed, ending }: Played): void {
    if (!ending) return;
    this.#from ??= slot;
    this.#to = slot;
    this.#counters = countSettlement(this.#counters, sealed, ending);
    const hour = Math.floor(slot / HOUR_MS);
    if (hour !== this.#hour) this.#closeHour(hour);
    this.#confidence.add(hour, sealed.confidence.value / 100, ending.outcome === 'profit');
    this.#firstEntry.add(hour, sealed.firstEntry.value / 100, ending.level === 0);
  }

  /** @param missedSlots slots of an open market without a signal */
  result(missedSlots = 0): Stretch {
    const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    return {
      from: iso(this.#from),
      to: iso(this.#to),
      performance: performanceOf({ ...this.#counters, missedSlots }),
      confidence: this.#confidence.result(),
      firstEntry: this.#firstEntry.result(),
    };
  }

  #closeHour(next: number): void {
    this.#confidence.close();
    this.#firstEntry.close();
    this.#hour = next;
  }
}

const DAY_MS = 24 * 60 * 60_000;
/** Ladder results are told in ten-thousandths of a first stake. */
const UNIT = 10_000;

/** Where summed results stood at the end of a UTC day, in first stakes. */
export interface Day {
  /** When it began, epoch ms. */
  readonly day: number;
  readonly ladder: number;
  readonly firstEntry: number;
}

/** Sums results day by day, of all levels and of first entries alone. */
export class Days {
  readonly #days: Day[] = [];
  #ladder = 0;
  #firstEntry = 0;

  add({ slot, ending }: Played): void {
    if (!ending) return;
    this.#ladder += ladderResult(ending, LADDER_RULES) / UNIT;
    const stake = ending.level === 0 ? LADDER_RULES.payout : -1;
    if (ending.outcome !== 'break-even') this.#firstEntry += stake;
    const day = slot - (slot % DAY_MS);
    if (this.#days.at(-1)?.day === day) this.#days.pop();
    this.#days.push({ day, ladder: this.#ladder, firstEntry: this.#firstEntry });
  }

  get all(): readonly Day[] {
    return this.#days;
  }
}

/** What a backtest found, beside each signal and miss. Times ISO, rates in percent, money in first stakes. */
export interface Summary {
  readonly candles: number;
  readonly signals: number;
  readonly misses: number;
  /** Signals whose levels run past the end. */
  readonly withoutOutcome: number;
  /** Most basic signals of a UTC day. */
  readonly mostBasicInADay: number;
  readonly whole: Stretch;
  /** The signals of the first and of the second half of the time that the files cover. */
  readonly firstHalf: Stretch;
  readonly secondHalf: Stretch;
  readonly switchedOff: readonly {
    readonly strategy: string;
    readonly reason: string;
    readonly from: string;
    readonly to: string | null;
  }[];
}

const iso = (at: number): string => new Date(at).toISOString();

/** Gathers the summary while signals come in, in order of their slots. */
export class Summing {
  readonly #halfTime: number;
  readonly #whole = new Figures();
  readonly #halves = { first: new Figures(), second: new Figures() };
  #signals = 0;
  #withoutOutcome = 0;
  #misses = 0;
  #day = { number: -1, basic: 0 };
  #mostBasic = 0;

  /** @param halfTime where the second half begins, epoch ms */
  constructor(halfTime: number) {
    this.#halfTime = halfTime;
  }

  signal(played: Played): void {
    this.#signals += 1;
    if (!played.ending) this.#withoutOutcome += 1;
    this.#whole.add(played);
    const half = played.slot < this.#halfTime ? this.#halves.first : this.#halves.second;
    half.add(played);
    if (played.sealed.audience === 'basic') this.#countBasic(played.slot);
  }

  miss(): void {
    this.#misses += 1;
  }

  result(candles: number, switchedOff: readonly SwitchedOff[]): Summary {
    return {
      candles,
      signals: this.#signals,
      misses: this.#misses,
      withoutOutcome: this.#withoutOutcome,
      mostBasicInADay: this.#mostBasic,
      whole: this.#whole.result(this.#misses),
      firstHalf: this.#halves.first.result(),
      secondHalf: this.#halves.second.result(),
      switchedOff: switchedOff.map(({ from, to, ...rest }) => ({
        ...rest,
        from: iso(from),
        to: to === null ? null : iso(to),
      })),
    };
  }

  #countBasic(slot: number): void {
    const number = Math.floor(slot / DAY_MS);
    if (number !== this.#day.number) this.#day = { number, basic: 0 };
    this.#day.basic += 1;
    this.#mostBasic = Math.max(this.#mostBasic, this.#day.basic);
  }
}
