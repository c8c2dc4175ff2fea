import { BASIC_SIGNALS_PER_DAY } from '@quantalgo/contracts/signals/signal';
import type { ReactNode } from 'react';
import { LOWER_RISK } from '../../content/claims';
import { DEPOSITS, OFFERS } from '../../content/onboarding';
import { Section } from './Frame';
import { liveAttribute } from './live/elements';
import { formatFirstEntry, type LastRecord } from './live/recordText';

const PRICING = {
  title: 'No subscription',
  foot: 'The amount is your deposit with the broker. It stays yours, but can be lost.',
} as const;

const Plan = ({
  name,
  deposit,
  text,
  claim,
}: {
  name: string;
  deposit: string;
  text: string;
  claim: ReactNode;
}) => (
  <li className="p-4 lg:p-6">
    <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 text-base">
      <span>{name}</span>
      <span translate="no" className="text-lg tracking-tight tabular-nums">
        {deposit}
      </span>
    </h3>
    <p className="mt-1 text-sm text-muted">{text}</p>
    <p className="mt-1 text-xs text-muted">{claim}</p>
  </li>
);

/** Shows each marketing claim next to the actual figure. */
export const Pricing = ({ record }: { record: LastRecord | null }) => (
  <Section id="pricing" title={PRICING.title}>
    <ul className="divide-line-soft max-md:divide-y rounded-lg border border-line bg-raised md:grid md:grid-cols-2 md:divide-x">
      <Plan
        name={OFFERS[0].name}
        deposit={OFFERS[0].deposit}
        text={`“${LOWER_RISK}”, spread over the day.`}
        claim={`“20 signals a day” and “lower-risk” are claims. You get up to ${BASIC_SIGNALS_PER_DAY} a day, at Essential’s stakes.`}
      />
      <Plan
        name={OFFERS[1].name}
        deposit={DEPOSITS.essential}
        text="Every signal, without a daily limit, and all rooms."
        claim={
          <>
            <span>“80+ accuracy” is a claim. Measured so far:</span>{' '}
            <span translate="no" {...liveAttribute('first-entry')}>
              {formatFirstEntry(record?.record ?? null)}
            </span>{' '}
            <span>of 100 first entries won.</span>
          </>
        }
      />
    </ul>
    <p className="mt-3 text-sm text-muted">{PRICING.foot}</p>
  </Section>
);
