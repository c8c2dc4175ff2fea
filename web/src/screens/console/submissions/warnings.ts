import { suggestTier } from '@quantalgo/contracts/broker/account';
import { formatMoney } from '@quantalgo/contracts/core/format';
import {
  GRANTABLE_TIERS,
  type GrantableTier,
  TIER_DEPOSITS,
  TIER_NAMES,
} from '@quantalgo/contracts/access/access';
import type { Case, SeenBefore } from './kinds';

export interface Warning {
  readonly key: string;
  /** Also recorded in the audit. */
  readonly text: string;
  readonly detail: string | null;
  /** Label of the button that dismisses the warning. */
  readonly answer: string;
  /** The proof to compare with; null if there is none. */
  readonly otherId: string | null;
  /** Tiers that shouldn't be granted while the warning is open. */
  readonly against: readonly GrantableTier[];
}

const getTiersAbove = (amount: number): readonly GrantableTier[] =>
  GRANTABLE_TIERS.filter((tier) => amount < TIER_DEPOSITS[tier]);

/** The same answer for each, because only the broker can clear them up. */
const BROKER_WARNING = { answer: 'Checked with the broker', detail: null, otherId: null };

function findOpenerWarnings({ broker, user }: Pick<Case, 'broker' | 'user'>): readonly Warning[] {
  const openedBy = broker?.openedBy ?? user.id;
  if (openedBy === user.id) return [];
  return [
    {
      ...BROKER_WARNING,
      key: 'opener',
      text: 'Opened through another member’s link',
      detail: `Account ${openedBy}`,
      against: GRANTABLE_TIERS,
    },
  ];
}

function findBrokerWarnings({ broker }: Pick<Case, 'broker'>): readonly Warning[] {
  if (!broker)
    return [
      {
        key: 'unlisted',
        text: 'Not on the broker’s list',
        detail: 'The last imported broker list does not include this account.',
        answer: 'Opened after the list was made',
        otherId: null,
        against: GRANTABLE_TIERS,
      },
    ];
  const { amount, funded, underOurLink } = broker;
  if (!underOurLink)
    return [
      {
        ...BROKER_WARNING,
        key: 'link',
        text: 'Not opened through our link',
        against: GRANTABLE_TIERS,
      },
    ];
  if (!funded)
    return [
      {
        ...BROKER_WARNING,
        key: 'unfunded',
        text: 'Not funded, according to the list',
        against: GRANTABLE_TIERS,
      },
    ];
  if (amount === null || suggestTier(broker) === 'essential') return [];
  const against = getTiersAbove(amount);
  const [lowest = 'essential'] = against;
  const text = `${formatMoney(amount)} is below the ${TIER_NAMES[lowest]} minimum`;
  const detail = 'According to the broker’s list.';
  return [{ ...BROKER_WARNING, key: 'amount', text, detail, against }];
}

const toSeenWarning = ({ id, kind, text, detail }: SeenBefore): Warning => ({
  key: `${id} ${text}`,
  text,
  detail,
  answer: 'Not the same',
  otherId: kind === 'proof' ? id : null,
  against: GRANTABLE_TIERS,
});

export const findWarnings = (
  reviewCase: Pick<Case, 'broker' | 'user'>,
  seenBefore: readonly SeenBefore[],
): readonly Warning[] => [
  ...findOpenerWarnings(reviewCase),
  ...findBrokerWarnings(reviewCase),
  ...seenBefore.map(toSeenWarning),
];

export const findOpenWarnings = (
  warnings: readonly Warning[],
  answeredKeys: ReadonlySet<string>,
  tier: GrantableTier,
): readonly Warning[] =>
  warnings.filter(({ key, against }) => against.includes(tier) && !answeredKeys.has(key));
