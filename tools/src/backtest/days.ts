import { LADDER_RULES, ladderResult } from '@quantalgo/contracts';
import type { Played } from './signals';

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
