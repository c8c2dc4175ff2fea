import {
  type BrokerAccountRow,
  type DuplicateProof,
  moneyText,
  PROOF_PROMISE_MS,
  type Tier,
} from '@quantalgo/contracts';

/** From how many dollars on the broker account of a tier is funded. */
const STARTER_FROM = 20;
const ESSENTIAL_FROM = 100;

/** From this share of the promise on, a wait is to be seen. */
const URGENT_SHARE = 0.75;

/** The tier that the broker's own list speaks for; null where it speaks for none. */
export function suggestedTier(broker: BrokerAccountRow | null): Exclude<Tier, 'guest'> | null {
  if (!broker?.underOurLink || !broker.funded || broker.amount === null) return null;
  if (broker.amount >= ESSENTIAL_FROM) return 'essential';
  return broker.amount >= STARTER_FROM ? 'starter' : null;
}

export const SUGGESTIONS = {
  starter: `Starter ($${STARTER_FROM}–$${ESSENTIAL_FROM - 1})`,
  essential: `Essential ($${ESSENTIAL_FROM}+)`,
} as const;

/** How a wait (ms) stands to what the member was promised. */
export function waitLook(waitedMs: number): 'in time' | 'urgent' | 'late' {
  if (waitedMs > PROOF_PROMISE_MS) return 'late';
  return waitedMs > PROOF_PROMISE_MS * URGENT_SHARE ? 'urgent' : 'in time';
}

/** What the broker's list says of the account. */
export function listedWords(broker: BrokerAccountRow | null): string {
  if (!broker) return 'no';
  return broker.underOurLink ? 'yes, under our link' : 'yes, not under our link';
}

/** What the account holds by the broker's list. */
export function fundedWords(broker: BrokerAccountRow | null): string {
  if (!broker) return 'unknown';
  if (!broker.funded) return 'no';
  return broker.amount === null ? 'yes, amount unknown' : moneyText(broker.amount);
}

/** What two proofs have in common, and whose the other one is. */
export function duplicateWords({ kind, userId }: DuplicateProof, ownerId: string): string {
  const whose = userId === ownerId ? 'this member before' : 'another account';
  if (kind === 'alike') return 'Looks like a proof of another account';
  return kind === 'image' ? `The same image was sent by ${whose}` : `${kind} used by ${whose}`;
}
