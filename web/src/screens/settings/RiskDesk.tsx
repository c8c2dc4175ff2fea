import {
  chanceOfEmptyAccount,
  type Desk,
  deskSchema,
  ladderPlan,
  moneyText,
  percentText,
  type User,
} from '@quantalgo/contracts';
import { memo, type SubmitEvent, useDeferredValue, useMemo, useState } from 'react';
import { type DeskRow, storeDesk, useDesk } from '../../data/account/desk';
import { usePayout } from '../../data/account/payout';
import { SubmitButton } from '../../ui/Button';
import { Figures } from '../../ui/Card';
import { TextField } from '../../ui/Field';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { SAVE_FAILED, Section } from './Section';

const FIELDS = ['balance', 'leastStake', 'signalsADay', 'lostLadders'] as const;

type FieldName = (typeof FIELDS)[number];

type Texts = Readonly<Record<FieldName, string>>;

const LABELS: Readonly<Record<FieldName, string>> = {
  balance: 'Balance at your broker, $',
  leastStake: 'Least stake your broker takes, $',
  signalsADay: 'Signals that you play a day',
  lostLadders: 'Lost ladders that end your day',
};

const FIRST: Texts = { balance: '', leastStake: '1', signalsADay: '6', lostLadders: '1' };

const textsOf = (desk: DeskRow | null): Texts =>
  desk
    ? {
        balance: String(desk.balance),
        leastStake: String(desk.leastStake),
        signalsADay: String(desk.signalsADay),
        lostLadders: String(desk.lostLadders),
      }
    : FIRST;

const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

const parsed = (texts: Texts, payout: number) =>
  deskSchema.safeParse({
    payout,
    balance: numberOf(texts.balance),
    leastStake: numberOf(texts.leastStake),
    signalsADay: numberOf(texts.signalsADay),
    lostLadders: numberOf(texts.lostLadders),
  });

/** What a member's figures come to. */
function rowOf(desk: Desk): DeskRow {
  const { firstStake, inAll } = ladderPlan(desk);
  return { ...desk, firstStake, inAll, empties: chanceOfEmptyAccount({ ...desk, firstStake }) };
}

const Results = memo(function Results({ desk }: { desk: Desk }) {
  const { stakes, inAll, share } = ladderPlan(desk);
  const { firstStake, empties } = rowOf(desk);
  return (
    <div className="grid gap-3">
      <Figures
        className="overflow-hidden rounded-lg border border-line"
        figures={[
          {
            label: 'First stake',
            value: moneyText(firstStake),
            note: stakes.map(moneyText).join(' · '),
          },
          {
            label: 'All levels lost',
            value: moneyText(inAll),
            note: `${percentText(100 * share)} of your balance`,
          },
          {
            label: 'Empty this week',
            value: percentText(100 * empties),
            note: 'five days, winning as often as a coin',
          },
        ]}
      />
      {share > 0.0205 && (
        <Notice tone="warning">
          Two percent of your balance carry no ladder at this least stake: one lost ladder costs{' '}
          {percentText(100 * share)} of it.
        </Notice>
      )}
      <p className="text-sm text-pretty text-muted">
        Empty means: too little left for the next stake of a ladder. Stakes of a ladder together are
        two percent of your balance, or what the least stake demands.
      </p>
    </div>
  );
});

function DeskForm({ member, stored }: { member: User; stored: DeskRow | null }) {
  const payout = usePayout();
  const [texts, setTexts] = useState(() => textsOf(stored));
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [saved, setSaved] = useState(false);
  const figures = useMemo(() => parsed(texts, payout).data, [texts, payout]);
  const shown = useDeferredValue(figures);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { data, error } = parsed(texts, payout);
    const issues = error?.issues ?? [];
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])));
    if (!data) return;
    storeDesk(member.id, rowOf(data)).then(
      () => setSaved(true),
      () => setErrors({ balance: SAVE_FAILED }),
    );
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map((field) => (
          <TextField
            key={field}
            label={LABELS[field]}
            name={field}
            inputMode="decimal"
            autoComplete="off"
            value={texts[field]}
            error={errors[field]}
            onChange={({ target }) => {
              setTexts({ ...texts, [field]: target.value });
              setErrors({ ...errors, [field]: undefined });
              setSaved(false);
            }}
          />
        ))}
      </div>
      {shown && <Results desk={shown} />}
      {saved && <Notice>Saved on this device. Your cards show it, and the day ends by it.</Notice>}
      <div className="grid sm:justify-start">
        <SubmitButton doing={undefined} look="secondary">
          Save my desk
        </SubmitButton>
      </div>
    </form>
  );
}

/** What the member's own figures say of playing signals, and the stop that the room holds them to. */
export function RiskDesk({ member }: { member: User }) {
  const stored = useDesk();
  return (
    <Section
      id="desk"
      title="Risk desk"
      about="By your own figures, on this device alone. After so many lost ladders the room closes until midnight."
    >
      {stored === undefined ? (
        <Skeleton className="h-64" />
      ) : (
        <DeskForm member={member} stored={stored} />
      )}
    </Section>
  );
}
