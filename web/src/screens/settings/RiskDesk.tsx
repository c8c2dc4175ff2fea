import type { User } from '@quantalgo/contracts/account/member';
import { formatMoney, formatPercent, formatShortDecimal } from '@quantalgo/contracts/core/format';
import { DESK_FIGURES, type DeskFigures } from '@quantalgo/contracts/settings/desk';
import { type Desk, planLadder } from '@quantalgo/contracts/settings/risk';
import { parseDesk } from '@quantalgo/contracts/settings/typedDesk';
import { parsePairPayouts } from '@quantalgo/contracts/settings/typedPayouts';
import type { Payouts } from '@quantalgo/contracts/signals/payout';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { COIN, computeBreakEven } from '@quantalgo/contracts/signals/ladder';
import { formatRequiredRate } from '@quantalgo/contracts/signals/words';
import { memo, useDeferredValue, useMemo } from 'react';
import { choosePayouts, parsePayout, PAYOUT_PROBLEM } from '../../data/settings/choosePayout';
import { toResult } from '../../data/core/toResult';
import { useForm } from '../../data/core/useForm';
import { storeDesk, useDesk } from '../../data/settings/desk';
import { updateWeeklyRisk, computeWeeklyRisk } from '../../data/settings/weeklyRisk';
import { usePayout, usePayouts } from '../../data/settings/payout';
import { SubmitButton } from '../../ui/Button';
import { Figures } from '../../ui/Card';
import { TextField } from '../../ui/Field';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { DESK_LABELS } from './deskText';
import { Section } from './Section';
import { SAVE_FAILED } from '../../ui/storageText';

type Texts = Readonly<Record<keyof DeskFigures, string>>;

const DEFAULT_TEXTS: Texts = { balance: '', leastStake: '1', signalsADay: '6', lostLadders: '1' };

const toTexts = (desk: DeskFigures | null): Texts =>
  desk
    ? {
        balance: formatShortDecimal(desk.balance, 2),
        leastStake: formatShortDecimal(desk.leastStake, 2),
        signalsADay: String(desk.signalsADay),
        lostLadders: String(desk.lostLadders),
      }
    : DEFAULT_TEXTS;

const Results = memo(function Results({ desk }: { desk: Desk }) {
  const { stakes, totalStake, share } = planLadder(desk);
  const { firstStake, ruinProbability } = computeWeeklyRisk(desk);
  return (
    <div className="grid gap-3">
      <Figures
        className="overflow-hidden rounded-lg border border-line"
        figures={[
          {
            label: 'First stake',
            value: formatMoney(firstStake),
            note: stakes.map(formatMoney).join(' · '),
          },
          {
            label: 'All levels lost',
            value: formatMoney(totalStake),
            note: `${formatPercent(100 * share)} of your balance`,
          },
          {
            label: 'Chance of losing it all this week',
            value: formatPercent(100 * ruinProbability),
            note: 'in five days, if you win as often as a coin',
          },
        ]}
      />
      {share > 0.0205 && (
        <Notice tone="warning">
          {`At this minimum stake, one lost ladder costs ${formatPercent(100 * share)} of your balance. The risk desk aims for two percent.`}
        </Notice>
      )}
      <p className="text-sm text-pretty text-muted">
        Losing it all means that too little is left for the next stake of a ladder. The stakes of a
        ladder add up to two percent of your balance, or to what the minimum stake requires.
      </p>
    </div>
  );
});

const deskSchema = {
  safeParse(texts: Texts) {
    const { figures, problems } = parseDesk(texts);
    return toResult(figures, problems);
  },
};

function DeskForm({ member, stored }: { member: User; stored: DeskFigures | null }) {
  const payout = usePayout();
  const storedTexts = useMemo(() => toTexts(stored), [stored]);
  const form = useForm(deskSchema, {
    initial: storedTexts,
    onSubmit: async (figures) => {
      await storeDesk(member, figures, stored);
      await updateWeeklyRisk(member.id, { ...figures, payout });
    },
    failure: SAVE_FAILED,
    failureField: 'balance',
  });
  const { balance, leastStake, signalsADay, lostLadders } = form.values;
  const desk = useMemo(() => {
    const { figures } = parseDesk({ balance, leastStake, signalsADay, lostLadders });
    return figures && { ...figures, payout };
  }, [balance, leastStake, signalsADay, lostLadders, payout]);
  const deferredDesk = useDeferredValue(desk);
  return (
    <form {...form.props} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {DESK_FIGURES.map((field) => (
          <TextField
            {...form.field(field)}
            key={field}
            label={DESK_LABELS[field]}
            inputMode="decimal"
            autoComplete="off"
          />
        ))}
      </div>
      {deferredDesk && <Results desk={deferredDesk} />}
      {form.done && (
        <Notice>
          Saved. Signal cards and your daily limit now use these figures, on all your devices.
        </Notice>
      )}
      <div className="grid sm:justify-start">
        <SubmitButton busyLabel={undefined} variant="secondary">
          Save risk desk
        </SubmitButton>
      </div>
    </form>
  );
}

export function RiskDesk({ member }: { member: User }) {
  const stored = useDesk();
  return (
    <Section
      id="desk"
      title="Risk desk"
      about="Based on your own figures, on all your devices. After the number of lost ladders you set, the Signal Stream shows no signals until midnight."
    >
      {stored === undefined ? (
        <Skeleton className="h-64" />
      ) : (
        <DeskForm member={member} stored={stored} />
      )}
    </Section>
  );
}

const payoutsSchema = {
  safeParse(texts: Readonly<Record<keyof Payouts, string>>) {
    const payout = parsePayout(texts.payout);
    const { value: pairPayouts, problem } = parsePairPayouts(texts.pairPayouts);
    return toResult(payout !== null && pairPayouts !== null ? { payout, pairPayouts } : null, {
      ...(payout === null && { payout: PAYOUT_PROBLEM }),
      ...(problem !== undefined && { pairPayouts: problem }),
    });
  },
};

/** Verdicts and break-evens are computed at these payouts, on all of the member's devices. */
export function Payout({ member }: { member: User }) {
  const { payout, pairPayouts } = usePayouts();
  const form = useForm(payoutsSchema, {
    initial: { payout: formatShortDecimal(payout * 100, 2), pairPayouts },
    onSubmit: async (values, { replace }) => {
      await choosePayouts(member, {
        ...(values.payout !== payout && { payout: values.payout }),
        ...(values.pairPayouts !== pairPayouts && { pairPayouts: values.pairPayouts }),
      });
      replace({
        payout: formatShortDecimal(values.payout * 100, 2),
        pairPayouts: values.pairPayouts,
      });
    },
    failure: SAVE_FAILED,
    failureField: 'payout',
  });
  const parsed = payoutsSchema.safeParse(form.values);
  const share = form.isChanged && parsed.success ? parsed.data.payout : payout;
  const need = formatRequiredRate(computeBreakEven(share).firstEntry);
  return (
    <Section
      id="payout"
      title="Your payout"
      about="What your broker pays on a winning trade. Verdicts and break-evens are based on it."
    >
      <form {...form.props} className="grid gap-4 sm:max-w-xl">
        <TextField
          {...form.field('payout')}
          label="Payout, % of the stake"
          inputMode="decimal"
          autoComplete="off"
          help={`At this payout you need ${need} wins in 100 single trades; a coin wins ${COIN.firstEntry}.`}
        />
        <TextField
          {...form.field('pairPayouts')}
          label="Pairs with a different payout"
          placeholder="EURUSD 92, GBP/USD 90"
          autoComplete="off"
          help={describePairNeeds(parsed.success ? parsed.data.pairPayouts : pairPayouts)}
        />
        <div className="grid sm:justify-start">
          <SubmitButton busyLabel={undefined} variant="secondary" disabled={!form.isChanged}>
            Save payout
          </SubmitButton>
        </div>
      </form>
    </Section>
  );
}

/** `You need 53 on EUR/USD, 53 on GBP/USD.` */
function describePairNeeds(pairPayouts: string): string {
  if (pairPayouts === '') return 'Each pair with its payout in %, separated by commas.';
  const needs = pairPayouts.split(', ').map((entry) => {
    const [pair = '', percent] = entry.split(' ');
    return `${formatRequiredRate(computeBreakEven(Number(percent) / 100).firstEntry)} on ${formatPair(pair)}`;
  });
  return `You need ${needs.join(', ')}.`;
}
