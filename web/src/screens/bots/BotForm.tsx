import {
  type Configuration,
  PRESETS,
  RISK_LEVELS,
  riskLevelOf,
  TRADE_SIZES,
} from '@quantalgo/contracts/bots/configuration';
import { HOUR_MS, UTC } from '@quantalgo/contracts/core/time';
import { DEFAULT_PAIRS, pairLabel } from '@quantalgo/contracts/market/pairs';
import { VERDICT_TEXT, VERDICTS } from '@quantalgo/contracts/signals/verdict';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useZone } from '../../core/zone';
import { Button, SubmitButton } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { Choice, Choices } from '../../ui/Choices';
import { TextField } from '../../ui/Field';
import {
  type Filled,
  type FormTexts,
  hoursMoved,
  offeredSize,
  readForm,
  textsOf,
} from './formText';

const LEVELS = ['1', '2', '3', '4'] as const;

const sizeText = (cents: number) => `$${cents / 100}`;

const OTHER = 'Other';

const isLevels = (text: string): text is (typeof LEVELS)[number] =>
  LEVELS.some((one) => one === text);

/** A list of values of which some are taken. */
function Taken<T extends string>({
  label,
  all,
  wordOf,
  taken,
  error,
  onChange,
}: {
  label: string;
  all: readonly T[];
  wordOf: (one: T) => string;
  taken: readonly T[];
  error: string | undefined;
  onChange: (taken: T[]) => void;
}) {
  const below = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : below}>
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {all.map((one) => (
          <Choice
            key={one}
            type="checkbox"
            word={wordOf(one)}
            checked={taken.includes(one)}
            onChange={(checked) =>
              onChange(all.filter((other) => (other === one ? checked : taken.includes(other))))
            }
          />
        ))}
      </div>
      {error !== undefined && (
        <p id={below} className="mt-2 text-sm text-put">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** How a bot's size is chosen: one of three, or typed. */
function SizeField({
  text,
  error,
  onChange,
}: {
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const offered = offeredSize(text);
  const words = [...TRADE_SIZES.map(sizeText), OTHER];
  const isOther = offered === null || text.includes('%');
  return (
    <div className="grid gap-3">
      <Choices
        label="Trade size"

        options={words}
        value={isOther ? OTHER : sizeText(offered)}
        onChange={(word) => onChange(word === OTHER ? '2 %' : word.slice(1))}
      />
      {isOther && (
        <TextField
          label="Other size, $ or % of the balance"
          help="For example 5, or 2 %."
          autoComplete="off"
          value={text}
          error={error}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
}

type TypedName = Exclude<keyof FormTexts, 'size'>;

const TYPED = {
  balance: { label: 'Balance, $', help: 'On paper: no real money.' },
  payout: { label: 'Payout, % of the stake', help: 'What your broker pays on a won trade.' },
  mostOpen: { label: 'Max trades', help: 'Open at the same time, 1 to 10.' },
  stopLoss: { label: 'Stop for the day after a loss of, $', help: 'Leave empty for no stop.' },
  stopLadders: { label: 'Stop for the day after lost trades', help: 'Leave empty for no stop.' },
} as const satisfies Partial<Record<TypedName, { label: string; help: string }>>;

const HOURS = { from: 'From hour', to: 'To hour' } as const;

/** A zone in whole hours ahead of UTC, as a bot's hours are; UTC itself where it is ahead by a part of one. */
interface HourZone {
  readonly ahead: number;
  readonly label: string;
}

function useHourZone(): HourZone {
  const zone = useZone();
  const [now] = useState(() => Date.now());
  const ahead = zone.aheadMs(now) / HOUR_MS;
  return Number.isInteger(ahead)
    ? { ahead, label: zone.label(now) }
    : { ahead: 0, label: UTC.label(now) };
}

interface Filling {
  readonly shown: Configuration;
  readonly filled: Filled | null;
  readonly onFill: (filled: Filled) => void;
}

/** What is chosen and typed, and what it comes to. */
function useConfigurationForm({ shown, filled, onFill }: Filling) {
  const { ahead, label: zone } = useHourZone();
  const [typed, setTyped] = useState<Pick<Filled, 'ahead' | 'texts'>>(
    () => filled ?? { ahead, texts: textsOf(shown, ahead) },
  );
  const texts = hoursMoved(typed.texts, ahead - typed.ahead);
  const [chosen, setChosen] = useState(filled?.chosen ?? shown);
  const { configuration, problems } = readForm(chosen, texts, ahead);
  const change = (next: Configuration, given: FormTexts) => {
    setChosen(next);
    setTyped({ texts: given, ahead });
    const inRange = readForm(next, given, ahead).configuration ?? filled?.inRange ?? null;
    onFill({ chosen: next, texts: given, ahead, inRange });
  };
  const choose = (part: Partial<Configuration>) => {
    const next = { ...(configuration ?? chosen), ...part };
    change(next, { ...texts, ...changedTexts(part, next) });
  };
  const type = (name: keyof FormTexts, text: string) => change(chosen, { ...texts, [name]: text });
  return { chosen, configuration, choose, zone, texts, problems, type };
}

type ConfigurationForm = ReturnType<typeof useConfigurationForm>;

const SizeFields = ({ form }: { form: ConfigurationForm }) => {
  const { configuration, choose, texts, problems, type } = form;
  return (
    <>
      <Choices
        label="Risk level"

        options={[...RISK_LEVELS, 'Custom']}
        value={(configuration && riskLevelOf(configuration)) ?? 'Custom'}
        onChange={(risk) => {
          const level = RISK_LEVELS.find((one) => one === risk);
          if (level) choose(PRESETS[level]);
        }}
      />
      <Typed name="mostOpen" form={form} />
      <SizeField text={texts.size} error={problems.stake} onChange={(size) => type('size', size)} />
      <Typed name="balance" form={form} />
    </>
  );
};

/** Which signals are played, and how far. `pairs`: those that the received signals had. */
function SignalFields({ form, pairs }: { form: ConfigurationForm; pairs: readonly string[] }) {
  const { chosen, choose, problems } = form;
  const all = [...new Set([...DEFAULT_PAIRS, ...pairs, ...(chosen.pairs ?? [])])];
  return (
    <>
      <Choices
        label="Levels played of each signal"

        options={LEVELS}
        value={LEVELS.find((one) => one === String(chosen.levels)) ?? '1'}
        onChange={(word) => isLevels(word) && choose({ levels: Number(word) })}
      />
      <Typed name="payout" form={form} />
      <Taken
        label="Verdicts taken"
        all={VERDICTS}
        wordOf={(name) => VERDICT_TEXT[name]}
        taken={chosen.verdicts}
        error={problems.verdicts}
        onChange={(verdicts) => choose({ verdicts })}
      />
      <Taken
        label="Pairs"
        all={all}
        wordOf={pairLabel}
        taken={chosen.pairs ?? all}
        error={problems.pairs}
        onChange={(taken) => choose({ pairs: taken.length === all.length ? null : taken })}
      />
    </>
  );
}

/** All fields of a configuration, as they were left where they are filled in already. */
export function BotForm({
  isNew,
  pairs,
  onSave,
  onReset,
  ...filling
}: Filling & {
  isNew: boolean;
  /** Pairs that the received signals had. */
  pairs: readonly string[];
  onSave: (configuration: Configuration) => void;
  onReset: () => void;
}) {
  const form = useConfigurationForm(filling);
  const element = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (form.configuration) return onSave(form.configuration);
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <Panel title="Configuration">
      <form
        ref={element}
        noValidate
        onSubmit={submit}
        aria-label="Configuration"
        className="grid gap-5 border-t border-line-soft p-4"
      >
        <SizeFields form={form} />
        <SignalFields form={form} pairs={pairs} />
        <HoursFields form={form} />
        <Typed name="stopLoss" form={form} />
        <Typed name="stopLadders" form={form} />
        <div className="grid gap-2.5">
          <SubmitButton busyLabel={undefined}>
            {isNew ? 'Save bot' : 'Save configuration'}
          </SubmitButton>
          {filling.filled && (
            <Button size="small" variant="quiet" onClick={onReset}>
              Undo these changes
            </Button>
          )}
        </div>
        <p className="text-xs text-pretty text-muted">
          Results on this screen follow every change at once. No money is moved, and nothing is sent
          to a broker.
        </p>
      </form>
    </Panel>
  );
}

/** The texts of what was chosen, so that a preset shows its values. */
function changedTexts(part: Partial<Configuration>, next: Configuration): Partial<FormTexts> {
  if (!('stake' in part)) return {};
  const { size, mostOpen, stopLoss, stopLadders } = textsOf(next, 0);
  return { size, mostOpen, stopLoss, stopLadders };
}

const Typed = ({
  name,
  form: { texts, problems, type },
}: {
  name: keyof typeof TYPED;
  form: ConfigurationForm;
}) => (
  <TextField
    label={TYPED[name].label}
    help={TYPED[name].help}
    inputMode="decimal"
    autoComplete="off"
    value={texts[name]}
    error={problems[name]}
    onChange={({ target }) => type(name, target.value)}
  />
);

const HoursFields = ({ form: { zone, texts, problems, type } }: { form: ConfigurationForm }) => (
  <div className="grid grid-cols-2 items-start gap-3">
    {(['from', 'to'] as const).map((name) => (
      <TextField
        key={name}
        label={`${HOURS[name]}, ${zone}`}
        help={name === 'from' ? 'Both empty: all day.' : undefined}
        inputMode="numeric"
        autoComplete="off"
        value={texts[name]}
        error={problems.hours}
        onChange={({ target }) => type(name, target.value)}
      />
    ))}
  </div>
);
