import { readdir } from 'node:fs/promises';
import { DEFAULT_PAIRS, type Pair, pairSchema } from '@quantalgo/contracts/market/pairs';
import { parsePair } from '@quantalgo/contracts/signals/pairText';

const NAMED_PAIR = /^([A-Z]{6}(?:-OTC)?)_M[15]$/;

const TABLE_EXTENSION = /\.(?:csv|tsv)$/i;

const SIX_LETTERS = /^([A-Z]{3})[-_ ]?([A-Z]{3})([-_ (]*OTC)?/;

/**
 * Finds the pair anywhere in a name: `EURUSD5`, `DAT_ASCII_EURUSD_M1_2026`, `FX_EURUSD, 5`,
 * `eur-usd`, `Gold`.
 */
function findPairInName(name: string): Pair | null {
  const stem = name.replace(TABLE_EXTENSION, '').toUpperCase();
  const [, symbol] = NAMED_PAIR.exec(stem) ?? [];
  if (symbol !== undefined) return pairSchema.parse(symbol);
  for (let start = 0; start < stem.length; start += 1) {
    const [, base, quote = '', otc = ''] = SIX_LETTERS.exec(stem.slice(start)) ?? [];
    const pair = base === undefined ? null : parsePair(base + quote + otc);
    if (pair !== null) return pair;
  }
  return stem.split(/[^A-Z]+/).flatMap((word) => parsePair(word) ?? [])[0] ?? null;
}

export interface CandleFolder {
  readonly files: ReadonlyMap<Pair, readonly string[]>;
  readonly unnamed: readonly string[];
}

export async function findCandleFiles(folder: string): Promise<CandleFolder> {
  const names = (await readdir(folder)).filter((name) => TABLE_EXTENSION.test(name)).sort();
  const unnamed: string[] = [];
  const byPair = new Map<Pair, string[]>();
  for (const name of names) {
    const pair = findPairInName(name);
    if (pair === null) unnamed.push(name);
    else byPair.set(pair, [...(byPair.get(pair) ?? []), name]);
  }
  if (unnamed.length === names.length) throw new Error(describeNoFile(folder, unnamed));
  const pairs = [...byPair.keys()];
  const defaultPairs = DEFAULT_PAIRS.filter((pair) => pairs.includes(pair));
  const ordered = [...defaultPairs, ...pairs.filter((pair) => !defaultPairs.includes(pair))];
  return { files: new Map(ordered.map((pair) => [pair, byPair.get(pair) ?? []])), unnamed };
}

function describeNoFile(folder: string, [firstName, ...otherNames]: readonly string[]): string {
  if (firstName === undefined)
    return `There is no candle file in ${folder}: put a CSV file there with its pair in the name, like EURUSD.csv`;
  return otherNames.length === 0
    ? `${firstName} has no pair in its name: rename it, for example to EURUSD.csv`
    : `The files in ${folder} have no pair in their names (${firstName} and ${otherNames.length} more): rename them, for example to EURUSD.csv`;
}
