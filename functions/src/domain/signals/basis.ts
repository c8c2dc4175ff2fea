import { canonicalJson } from '@quantalgo/contracts/record/ledger/entry';
import * as z from 'zod/mini';
import type { Candle } from '../market/candles';
import type { Contender, SlotMarket } from './selection';
import { sha256 } from '../core/sha256';

/**
 * What a publication commits to: SHA-256 in hex of {@link serialiseCandles} and {@link
 * serialiseCurves}.
 */
export interface Basis {
  readonly candlesHash: string;
  readonly curvesHash: string;
}

const toRow = ({ time, open, high, low, close, volume }: Candle) =>
  [time, open, high, low, close, volume] as const;

/**
 * Canonical JSON (RFC 8785): per pair, in the order of pairs, rows of time (epoch ms), open, high,
 * low, close and volume.
 */
export const serialiseCandles = ({ candles }: Pick<SlotMarket, 'candles'>): string =>
  canonicalJson([...candles].map(([pair, pairCandles]) => [pair, pairCandles.map(toRow)] as const));

const jsonSchema = z.json();

/** Canonical JSON of everything else that a decision depends on. */
export function serialiseCurves(
  { recent = [] }: Pick<SlotMarket, 'recent'>,
  contenders: readonly Contender[],
): string {
  const calibrations = contenders.map(({ calibration: { model, ...calibration } }) => ({
    ...calibration,
    ...(model && { weights: model.weights }),
  }));
  const plain: unknown = JSON.parse(JSON.stringify({ calibrations, recent }));
  return canonicalJson(jsonSchema.parse(plain));
}

/** With both texts, anyone can repeat the decision. */
export const computeBasis = (
  market: Pick<SlotMarket, 'candles' | 'recent'>,
  contenders: readonly Contender[],
): Basis => ({
  candlesHash: sha256(serialiseCandles(market)),
  curvesHash: sha256(serialiseCurves(market, contenders)),
});
