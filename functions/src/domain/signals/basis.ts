import { canonicalJson } from '@quantalgo/contracts/record/ledger/entry';
import * as z from 'zod/mini';
import type { Candle } from '../market/candles';
import type { Contender, SlotMarket } from './selection';
import { sha256 } from '../core/sha256';

/** What a decision was made on, as its publication commits to it: SHA-256 in hex of {@link candlesText} and so on. */
export interface Basis {
  readonly candlesHash: string;
  readonly curvesHash: string;
}

const rowOf = ({ time, open, high, low, close, volume }: Candle) =>
  [time, open, high, low, close, volume] as const;

/**
 * The candles that a slot was decided on, as canonical JSON (RFC 8785): each pair, in the order of the pairs, with its
 * candles as time (epoch ms), open, high, low, close and volume.
 */
export const candlesText = ({ candles }: Pick<SlotMarket, 'candles'>): string =>
  canonicalJson([...candles].map(([pair, all]) => [pair, all.map(rowOf)] as const));

const jsonSchema = z.json();

/**
 * The calibrations of those who competed, in their order, and the signals of the slots before, whose ladders may still
 * run: all else that the decision depends on. Canonical JSON.
 */
export function curvesText(
  { recent = [] }: Pick<SlotMarket, 'recent'>,
  contenders: readonly Contender[],
): string {
  const calibrations = contenders.map(({ calibration }) => calibration);
  const plain: unknown = JSON.parse(JSON.stringify({ calibrations, recent }));
  return canonicalJson(jsonSchema.parse(plain));
}

/** The commitments to what a slot is decided on: whoever has both texts can decide it again. */
export const basisOf = (
  market: Pick<SlotMarket, 'candles' | 'recent'>,
  contenders: readonly Contender[],
): Basis => ({
  candlesHash: sha256(candlesText(market)),
  curvesHash: sha256(curvesText(market, contenders)),
});
