import {
  formatPrice,
  pairLabel,
  watClock,
  watTime,
  type Outcome,
  type SettledSignal,
} from '@quantalgo/contracts';
import { countText } from './count';

const OUTCOMES: Record<Outcome, string> = {
  profit: 'won',
  loss: 'lost all four levels',
  'break-even': 'ended break-even',
};

/** What is known of a settled signal, as the card says it. */
export function signalWords({
  sealed,
  createdAt,
  publishedAt,
  expiresAt,
  ledgerSeq,
  settlement,
  seeded,
}: SettledSignal) {
  const { pair, direction } = sealed;
  const entry = settlement.closes[0]?.price ?? null;
  const exit = settlement.closes.at(-1)?.price ?? null;
  const price = (value: number | null) =>
    value === null ? 'a price that is missing' : formatPrice(pair, value);
  const level = settlement.level === null ? '' : ` at level ${settlement.level}`;
  return {
    at: `· ${watTime(Date.parse(createdAt))} WAT`,
    pair: pairLabel(pair),
    spoken:
      `${pairLabel(pair)} ${direction}, entered at ${watTime(Date.parse(expiresAt))} WAT at ${price(entry)}, ` +
      `last close ${price(exit)}: ${OUTCOMES[settlement.outcome]}${level}.`,
    sealed: seeded
      ? `Seeded history, settled ${watClock(Date.parse(settlement.settledAt))}`
      : `Sealed ${watClock(Date.parse(publishedAt))}, revealed ${watClock(Date.parse(settlement.settledAt))}`,
    level: settlement.level === null ? '' : `level ${settlement.level}`,
    number: `#${countText(ledgerSeq)}`,
  };
}
