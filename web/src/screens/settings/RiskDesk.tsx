import type { User } from '@quantalgo/contracts/account/member';
import { formatMoney, formatPercent, formatShortDecimal } from '@quantalgo/contracts/core/format';
import { DESK_FIGURES, type DeskFigures } from '@quantalgo/contracts/settings/desk';
import { type Desk, planLadder } from '@quantalgo/contracts/settings/risk';
import { parseDesk } from '@quantalgo/contracts/settings/typedDesk';
import { computeBreakEven } from '@quantalgo/contracts/signals/ladder';
import { memo, useDeferredValue, useMemo } from 'react';
import { choosePayout, payoutSchema } from '../../data/settings/choosePayout';
import { toResult } from '../../data/core/toResult';
import { useForm } from '../../data/core/useForm';
import { storeDesk, useDesk } from '../../data/settings/desk';
import { updateWeeklyRisk, computeWeeklyRisk } from '../../data/settings/weeklyRisk';
import { usePayout } from '../../data/settings/payout';
import { SubmitButton } from '../../ui/Button';
import { Figures } from '../../ui/Card';
import { TextField } from '../../ui/Field';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { DESK_LABELS } from './deskText';
import { SAVE_FAILED, Section } from './Section';

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
  const { stakes, inAll, share } = planLadder(desk);
  const { firstStake, empties } = computeWeeklyRisk(desk);
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
            value: formatMoney(inAll),
            note: `${formatPercent(100 * share)} of your balance`,
          },
          {
            label: 'Chance to lose it all this week',
            value: formatPercent(100 * empties),
            note: 'five days, winning as often as a coin',
          },
        ]}
      />
      {share > 0.0205 && (
        <Notice tone="warning">
          {`At this minimum stake, a full ladder costs more than two percent of your balance: one lost ladder costs ${formatPercent(100 * share)} of it.`}
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
        <Notice>Saved. It applies to your cards and your day, on all your devices.</Notice>
      )}
      <div className="grid sm:justify-start">
        <SubmitButton busyLabel={undefined} variant="secondary">
          Save my desk
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
      about="Based on your own figures, on all your devices. After that many lost ladders the room closes until midnight."
    >
      {stored === undefined ? (
        <Skeleton className="h-64" />
      ) : (
        <DeskForm member={member} stored={stored} />
      )}
    </Section>
  );
}

/** All verdicts and break-evens are computed at this payout, on all of the member's devices. */
export function Payout({ member }: { member: User }) {
  const payout = usePayout();
  const form = useForm(payoutSchema, {
    initial: { payout: formatShortDecimal(payout * 100) },
    onSubmit: async (chosen, { replace }) => {
      await choosePayout(member, chosen);
      replace({ payout: formatShortDecimal(chosen * 100) });
    },
    failure: SAVE_FAILED,
    failureField: 'payout',
  });
  const typedPayout = payoutSchema.safeParse(form.values);
  const share = form.isChanged && typedPayout.success ? typedPayout.data : payout;
  const breakEvenRate = computeBreakEven(share).firstEntry;
  return (
    <Section
      id="payout"
      title="Your payout"
      about="What your broker pays on a won trade. Verdicts and break-evens are based on it."
    >
      <form
        {...form.props}
        className="grid gap-4 sm:max-w-xl sm:grid-cols-[1fr_auto] sm:items-start"
      >
        <TextField
          {...form.field('payout')}
          label="Payout, % of the stake"
          inputMode="decimal"
          autoComplete="off"
          help={`At this payout ${formatShortDecimal(breakEvenRate)} % of single trades must win to break even.`}
        />
        <div className="grid sm:pt-7">
          <SubmitButton busyLabel={undefined} variant="secondary" disabled={!form.isChanged}>
            Save payout
          </SubmitButton>
        </div>
      </form>
    </Section>
  );
}
