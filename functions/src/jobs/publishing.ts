import { audienceOfSlot } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import type { SlotStep } from '../domain/record';
import { decideSlot, type Contender, type SlotDecision } from '../domain/selection';
import { STRATEGIES } from '../domain/strategies/registry';
import { LOOKBACK } from '../domain/strategies/strategy';
import { contendersAt } from '../platform/calibrations';
import type { Clock } from '../platform/clock';
import { gather } from '../platform/marketData/gather';
import type { MarketData } from '../platform/marketData/marketData';
import { publishSlot } from '../platform/record/publish';

/** Decides a slot (epoch ms) on the market's closed candles. */
export async function decide(
  market: MarketData,
  slot: number,
  contenders: readonly Contender[],
): Promise<SlotDecision> {
  const { source, isOpen } = market;
  if (!isOpen(slot)) return { state: 'closed' };
  return decideSlot(
    { slot, source, isOpen, ...(await gather(market, slot, LOOKBACK)) },
    contenders,
  );
}

/**
 * Decides a slot (epoch ms) and records it.
 * @returns what became of it; null when it was recorded before
 */
export async function runPublisher(
  database: Firestore,
  slot: number,
  { market, clock }: { market: MarketData; clock: Clock },
): Promise<SlotStep | null> {
  const audience = audienceOfSlot(slot);
  const competing = STRATEGIES.filter((strategy) => strategy.audience === audience);
  const contenders = market.isOpen(slot)
    ? await contendersAt(database, market, slot, competing)
    : [];
  const decision = await decide(market, slot, contenders);
  const { source, isOpen } = market;
  return publishSlot(database, { slot, decision, source, isOpen, clock });
}
