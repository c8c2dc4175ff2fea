import type { Strategy } from '@quantalgo/functions/domain/strategies/strategy';
import { decideOnMarket } from '@quantalgo/functions/platform/record/publish';
import type { FileMarket } from './fileMarket';
import { Learning, type SwitchedOff } from './learning';
import { OpenSignals, type Played } from './signals';

/** What a walk tells while it goes on. */
export interface Listener {
  /** A signal that is over, in order of the slots. */
  readonly played: (signal: Played) => void;
  /** A slot (epoch ms) of an open market without a signal. */
  readonly missed: (slot: number, reason: string) => void;
  /** After each slot (epoch ms); what it waits for holds the walk up. */
  readonly walked: (slot: number) => Promise<void> | null;
}

/**
 * Walks a market slot by slot as the jobs do: settles, decides, learns. Memory does not grow with its length.
 * @returns when strategies were switched off
 * @throws Error that names file and row of a candle that makes no sense.
 */
export async function walk(
  market: FileMarket,
  strategies: readonly Strategy[],
  listener: Listener,
): Promise<readonly SwitchedOff[]> {
  const learning = new Learning(market, strategies);
  const signals = new OpenSignals(market);
  await market.open();
  let before: number | null = null;
  for (let slot = market.nextSlot; slot !== null; slot = market.nextSlot) {
    learning.refitBefore(slot);
    await market.advance(slot);
    for (const signal of signals.settle(before ?? slot, slot)) listener.played(signal);
    const decision = await decideOnMarket(market, slot, learning.contendersAt(slot));
    if (decision.state === 'published') signals.publish(slot, decision.draft);
    if (decision.state === 'missed') listener.missed(slot, decision.reason);
    const waiting = listener.walked(slot);
    if (waiting) await waiting;
    before = slot;
  }
  for (const signal of signals.end()) listener.played(signal);
  return learning.switchedOff;
}
