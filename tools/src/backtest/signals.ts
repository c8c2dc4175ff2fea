import {
  LADDER_RULES,
  SLOT_MS,
  type Level,
  type Outcome,
  type SealedSignal,
} from '@quantalgo/contracts';
import type { Draft } from '@quantalgo/functions/domain/selection';
import {
  NO_CLOSE,
  judge,
  type CloseAt,
  type Judgement,
} from '@quantalgo/functions/domain/settlement';
import { type FileMarket } from './market';

/** How a signal ended, on which closes. */
export interface Ending {
  readonly outcome: Outcome;
  readonly level: Level | null;
  readonly closes: readonly { readonly price: number | null }[];
}

/** A signal of the backtest; without an ending where its levels run past the end of its file. */
export interface Played {
  readonly slot: number;
  readonly sealed: SealedSignal;
  readonly ending: Ending | null;
}

interface Open {
  readonly slot: number;
  readonly sealed: SealedSignal;
  readonly closeAt: CloseAt;
  /** Not to be looked at before this time, epoch ms. */
  until: number;
  ending: Ending | null;
  isOver: boolean;
}

const endingOf = (judgement: Extract<Judgement, { state: 'settled' }>): Ending => ({
  outcome: judgement.outcome,
  level: judgement.level,
  closes: judgement.closes,
});

/** Signals between their publication and their outcome, judged as the settling job does. */
export class OpenSignals {
  readonly #market: FileMarket;
  readonly #open: Open[] = [];

  constructor(market: FileMarket) {
    this.#market = market;
  }

  publish(slot: number, { sealed }: Draft): void {
    const closeAt: CloseAt = (time) => this.#market.closeAt(sealed.pair, time) ?? NO_CLOSE.missing;
    this.#open.push({ slot, sealed, closeAt, until: slot + SLOT_MS, ending: null, isOver: false });
  }

  /**
   * Lets the time go by from one slot to another (epoch ms), whose closes are known.
   * @returns the signals that are over, in order of their slots
   */
  settle(from: number, to: number): Played[] {
    for (let now = from + SLOT_MS; now <= to && this.#isAnyOpen(); now += SLOT_MS)
      for (const signal of this.#open) this.#judge(signal, now);
    return this.#over();
  }

  /** The signals that are left at the end of all files, in order of their slots. */
  end(): Played[] {
    for (const signal of this.#open) signal.isOver = true;
    return this.#over();
  }

  #isAnyOpen(): boolean {
    return this.#open.some(({ isOver }) => !isOver);
  }

  #judge(signal: Open, now: number): void {
    if (signal.isOver || now < signal.until) return;
    const { slot, sealed, closeAt } = signal;
    const endedAt = this.#market.endedAt(sealed.pair) ?? Infinity;
    const subject = { createdAt: slot, direction: sealed.direction };
    const judgement = judge(subject, closeAt, {
      now: Math.min(now, endedAt),
      rules: LADDER_RULES,
    });
    if (judgement.state === 'settled') signal.ending = endingOf(judgement);
    else signal.until = judgement.until;
    signal.isOver = judgement.state === 'settled' || now > endedAt;
  }

  #over(): Played[] {
    const stillOpen = this.#open.findIndex(({ isOver }) => !isOver);
    const count = stillOpen === -1 ? this.#open.length : stillOpen;
    return this.#open
      .splice(0, count)
      .map(({ slot, sealed, ending }) => ({ slot, sealed, ending }));
  }
}
