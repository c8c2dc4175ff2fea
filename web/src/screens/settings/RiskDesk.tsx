import {
  breakEven,
  chanceOfEmptyAccount,
  type Desk,
  deskSchema,
  ladderPlan,
  moneyText,
  percentText,
  shortDecimal,
  type User,
} from '@quantalgo/contracts';
import {
  memo,
  type SubmitEvent,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { adoptPayout, choosePayout, PAYOUT_PERCENT } from '../../data/account/choosePayout';
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

const { least, most } = PAYOUT_PERCENT;

const WRONG_PAYOUT = `A payout is from ${least} to ${most} %.`;

/** What the member's broker pays on a won stake. Every verdict and break-even is told at it, on all their devices. */
export function Payout({ member }: { member: User }) {
  const payout = usePayout();
  // Input is displayed until it is saved; then the field follows changes from other devices.
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  useEffect(() => {
    void adoptPayout(member).catch(() => undefined);
  }, [member]);
  const input = useRef<HTMLInputElement>(null);
  const text = typed ?? shortDecimal(payout * 100);
  const share = Number(text) / 100;
  const isValid = text.trim() !== '' && share * 100 >= least && share * 100 <= most;
  const save = async () => {
    if (!isValid) {
      setError(WRONG_PAYOUT);
      return input.current?.focus();
    }
    await choosePayout(member, share);
    setTyped(null);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (share !== payout) void save().catch(() => setError(SAVE_FAILED));
  };
  const needed = breakEven(isValid ? share : payout).firstEntry;
  return (
    <Section
      id="payout"
      title="Your payout"
      about="What your broker pays on a won trade. Verdicts and break-evens are told at it."
    >
      <form
        noValidate
        onSubmit={submit}
        className="grid gap-4 sm:max-w-xl sm:grid-cols-[1fr_auto] sm:items-start"
      >
        <TextField
          ref={input}
          label="Payout, % of the stake"
          name="payout"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={error}
          help={`At this payout ${shortDecimal(needed)} % of single trades have to win to lose nothing.`}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(undefined);
          }}
        />
        <div className="grid sm:pt-7">
          <SubmitButton doing={undefined} look="secondary" disabled={share === payout}>
            Save payout
          </SubmitButton>
        </div>
      </form>
    </Section>
  );
}
