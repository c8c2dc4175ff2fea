import {
  NO_SIGNALS_SETTLED,
  countSettlement,
  performanceOf,
  type Performance,
} from '@quantalgo/contracts';
import { SkillScore, type Skill } from '@quantalgo/functions/domain/calibration/skill';
import type { Played } from './signals';

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
