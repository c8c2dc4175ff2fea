import { DAY_MS } from '@quantalgo/contracts/core/time';
import { Z95 } from '@quantalgo/contracts/signals/zScores';

export interface ClusteredRate {
  readonly count: number;
  readonly value: number;
  /** Half the 95% interval. */
  readonly half: number;
}

/** Means of results, clustered by UTC day. Results must be added in chronological order. */
export class DayClusters {
  #count = 0;
  #sum = 0;
  #day = { at: -1, count: 0, sum: 0 };
  readonly #products = { ss: 0, sn: 0, nn: 0 };

  add(at: number, result: number): void {
    const day = Math.floor(at / DAY_MS);
    if (day !== this.#day.at) this.#close(day);
    this.#day.count += 1;
    this.#day.sum += result;
    this.#count += 1;
    this.#sum += result;
  }

  result(): ClusteredRate {
    this.#close(-1);
    const { ss, sn, nn } = this.#products;
    const value = this.#sum / this.#count;
    const squares = Math.max(0, ss - 2 * value * sn + value * value * nn);
    return { count: this.#count, value, half: (Z95 * Math.sqrt(squares)) / this.#count };
  }

  #close(next: number): void {
    const { count, sum } = this.#day;
    this.#products.ss += sum * sum;
    this.#products.sn += sum * count;
    this.#products.nn += count * count;
    this.#day = { at: next, count: 0, sum: 0 };
  }
}

/** Wins, stated odds and Brier skill of decisions whose entry moved. */
export class DecisionScore {
  readonly #won = new DayClusters();
  readonly #gap = new DayClusters();
  readonly #skill = new DayClusters();

  add(at: number, said: number, isWon: boolean): void {
    const won = isWon ? 1 : 0;
    this.#won.add(at, won);
    this.#gap.add(at, said - won);
    this.#skill.add(at, 1 - (said - won) ** 2 / 0.25);
  }

  row(): string {
    const [won, gap, skill] = [this.#won.result(), this.#gap.result(), this.#skill.result()];
    if (won.count === 0) return '| 0 | – | – | – |';
    const formatPoints = ({ value, half }: ClusteredRate) =>
      `${(100 * value).toFixed(2)} ± ${(100 * half).toFixed(2)}`;
    return `| ${won.count.toLocaleString('en')} | ${formatPoints(won)} | ${formatPoints(gap)} | ${formatPoints(skill)} |`;
  }
}
