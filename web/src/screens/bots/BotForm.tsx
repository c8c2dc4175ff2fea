import {
  type Configuration,
  PRESETS,
  RISK_LEVELS,
  findRiskLevel,
  TRADE_SIZES,
} from '@quantalgo/contracts/bots/configuration';
import { hasPercentSign } from '@quantalgo/contracts/core/money';
import { HOUR_MS, UTC } from '@quantalgo/contracts/core/time';
import { DEFAULT_PAIRS, formatPair } from '@quantalgo/contracts/market/pairs';
import { VERDICTS } from '@quantalgo/contracts/signals/verdict';
import { VERDICT_TEXT } from '@quantalgo/contracts/signals/verdictText';
import { useId, useState } from 'react';
import { toResult } from '../../data/core/toResult';
import { useForm } from '../../data/core/useForm';
import { useZone } from '../../core/zone';
import { Button, SubmitButton } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { Choice, Choices } from '../../ui/Choices';
import { TextField } from '../../ui/Field';
import {
  type FormDraft,
  type FormTexts,
  shiftHours,
  findOfferedSize,
  parseBotForm,
  toFormTexts,
} from './formText';

const LEVELS = ['1', '2', '3', '4'] as const;

const formatSize = (cents: number) => `$${cents / 100}`;

const OTHER_SIZE = 'Other';

const isLevel = (text: string): text is (typeof LEVELS)[number] =>
  LEVELS.some((value) => value === text);

function CheckboxGroup<T extends string>({
  label,
  all,
  getLabel,
  selected,
  error,
  onChange,
}: {
  label: string;
  all: readonly T[];
  getLabel: (value: T) => string;
  selected: readonly T[];
  error: string | undefined;
  onChange: (selected: T[]) => void;
}) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {all.map((value) => (
          <Choice
            key={value}
            type="checkbox"
            word={getLabel(value)}
            checked={selected.includes(value)}
            errorId={error === undefined ? undefined : errorId}
            onChange={(checked) =>
              onChange(
                all.filter((option) => (option === value ? checked : selected.includes(option))),
              )
            }
          />
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} className="mt-2 text-sm text-put">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function SizeField({
  text,
  error,
  onChange,
}: {
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const matchingSize = findOfferedSize(text);
  const options = [...TRADE_SIZES.map(formatSize), OTHER_SIZE];
  const [typedText, setTypedText] = useState<string | null>(null);
  // An offered size may be the beginning of the one that is being typed.
  const isOtherSize = matchingSize === null || hasPercentSign(text) || text === typedText;
  return (
    <div className="grid gap-3">
      <Choices
        label="Trade size"
        options={options}
        value={isOtherSize ? OTHER_SIZE : formatSize(matchingSize)}
        onChange={(option) => {
          setTypedText(null);
          onChange(option === OTHER_SIZE ? '2%' : option.slice(1));
        }}
      />
      {isOtherSize && (
        <TextField
          label="Other size, $ or % of the balance"
          help="For example 5, or 2%."
          autoComplete="off"
          value={text}
          error={error}
          onChange={({ target }) => {
            setTypedText(target.value);
            onChange(target.value);
          }}
        />
      )}
    </div>
  );
}

type TextFieldName = Exclude<keyof FormTexts, 'size'>;

const TEXT_FIELDS = {
  balance: { label: 'Balance, $', help: 'On paper: no real money.' },
  payout: { label: 'Payout, % of the stake', help: 'What your broker pays on a winning trade.' },
  maxOpenTrades: { label: 'Max trades', help: 'How many can be open at once, 1 to 10.' },
  stopLoss: { label: 'Daily loss limit, $', help: 'Leave empty for no limit.' },
  stopLadders: { label: 'Daily limit on lost trades', help: 'Leave empty for no limit.' },
} as const satisfies Partial<Record<TextFieldName, { label: string; help: string }>>;

const HOUR_LABELS = { from: 'From hour', to: 'To hour' } as const;

/** Bots store whole UTC hours, so zones with partial hours fall back to UTC. */
interface HourZone {
  readonly ahead: number;
  readonly label: string;
}

function useHourZone(): HourZone {
  const zone = useZone();
  const [now] = useState(() => Date.now());
  const ahead = zone.utcOffsetMs(now) / HOUR_MS;
  return Number.isInteger(ahead)
    ? { ahead, label: zone.label(now) }
    : { ahead: 0, label: UTC.label(now) };
}

interface FormProps {
  readonly initial: Configuration;
  readonly formDraft: FormDraft | null;
  readonly onFill: (formDraft: FormDraft) => void;
}

function useConfigurationForm({ initial, formDraft, onFill }: FormProps) {
  const { ahead, label: zone } = useHourZone();
  const [input, setInput] = useState<Pick<FormDraft, 'ahead' | 'texts'>>(
    () => formDraft ?? { ahead, texts: toFormTexts(initial, ahead) },
  );
  const texts = shiftHours(input.texts, ahead - input.ahead);
  const [choices, setChoices] = useState(formDraft?.chosen ?? initial);
  const { configuration, problems } = parseBotForm(choices, texts, ahead);
  const change = (next: Configuration, nextTexts: FormTexts) => {
    setChoices(next);
    setInput({ texts: nextTexts, ahead });
    const inRange =
      parseBotForm(next, nextTexts, ahead).configuration ?? formDraft?.inRange ?? null;
    onFill({ chosen: next, base: initial, texts: nextTexts, ahead, inRange });
  };
  const choose = (part: Partial<Configuration>) => {
    const next = { ...(configuration ?? choices), ...part };
    change(next, { ...texts, ...toChangedTexts(part, next) });
  };
  const type = (name: keyof FormTexts, text: string) => change(choices, { ...texts, [name]: text });
  return { choices, configuration, choose, zone, texts, problems, type };
}

type ConfigurationForm = ReturnType<typeof useConfigurationForm>;

const SizeFields = ({ form }: { form: ConfigurationForm }) => {
  const { configuration, choose, texts, problems, type } = form;
  return (
    <>
      <Choices
        label="Risk level"
        options={[...RISK_LEVELS, 'Custom']}
        value={(configuration && findRiskLevel(configuration)) ?? 'Custom'}
        onChange={(risk) => {
          const level = RISK_LEVELS.find((value) => value === risk);
          if (level) choose(PRESETS[level]);
        }}
      />
      <FormField name="maxOpenTrades" form={form} />
      <SizeField text={texts.size} error={problems.stake} onChange={(size) => type('size', size)} />
      <FormField name="balance" form={form} />
    </>
  );
};

function SignalFields({ form, pairs }: { form: ConfigurationForm; pairs: readonly string[] }) {
  const { choices, choose, problems } = form;
  const allPairs = [...new Set([...DEFAULT_PAIRS, ...pairs, ...(choices.pairs ?? [])])];
  return (
    <>
      <Choices
        label="Levels played per signal"
        options={LEVELS}
        value={LEVELS.find((value) => value === String(choices.levels)) ?? '1'}
        onChange={(word) => isLevel(word) && choose({ levels: Number(word) })}
      />
      <FormField name="payout" form={form} />
      <CheckboxGroup
        label="Enter signals with these verdicts"
        all={VERDICTS}
        getLabel={(name) => VERDICT_TEXT[name]}
        selected={choices.verdicts}
        error={problems.verdicts}
        onChange={(verdicts) => choose({ verdicts })}
      />
      <CheckboxGroup
        label="Pairs"
        all={allPairs}
        getLabel={formatPair}
        selected={choices.pairs ?? allPairs}
        error={problems.pairs}
        onChange={(selected) =>
          choose({ pairs: selected.length === allPairs.length ? null : selected })
        }
      />
    </>
  );
}

export function BotForm({
  isNew,
  pairs,
  onSave,
  onReset,
  ...formProps
}: FormProps & {
  isNew: boolean;
  pairs: readonly string[];
  onSave: (configuration: Configuration) => void;
  onReset: () => void;
}) {
  const form = useConfigurationForm(formProps);
  const { props } = useForm(
    { safeParse: () => toResult(form.configuration, form.problems) },
    { initial: {}, onSubmit: onSave },
  );
  return (
    <Panel title="Configuration">
      <form
        {...props}
        aria-label="Configuration"
        className="grid gap-5 border-t border-line-soft p-4"
      >
        <SizeFields form={form} />
        <SignalFields form={form} pairs={pairs} />
        <HoursFields form={form} />
        <FormField name="stopLoss" form={form} />
        <FormField name="stopLadders" form={form} />
        <div className="grid gap-2.5">
          <SubmitButton busyLabel={undefined}>
            {isNew ? 'Save bot' : 'Save configuration'}
          </SubmitButton>
          {formProps.formDraft && (
            <Button size="small" variant="quiet" onClick={onReset}>
              Undo these changes
            </Button>
          )}
        </div>
        <p className="text-xs text-pretty text-muted">
          Results on this screen update with every change. No real money is involved, and nothing is
          sent to a broker.
        </p>
      </form>
    </Panel>
  );
}

/** Texts to replace when a preset is chosen, so that the fields show its values. */
function toChangedTexts(part: Partial<Configuration>, next: Configuration): Partial<FormTexts> {
  if (!('stake' in part)) return {};
  const { size, maxOpenTrades, stopLoss, stopLadders } = toFormTexts(next, 0);
  return { size, maxOpenTrades, stopLoss, stopLadders };
}

const FormField = ({
  name,
  form: { texts, problems, type },
}: {
  name: keyof typeof TEXT_FIELDS;
  form: ConfigurationForm;
}) => (
  <TextField
    label={TEXT_FIELDS[name].label}
    help={TEXT_FIELDS[name].help}
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
        label={`${HOUR_LABELS[name]}, ${zone}`}
        help={name === 'from' ? 'Leave both empty for all day.' : undefined}
        inputMode="numeric"
        autoComplete="off"
        value={texts[name]}
        error={problems.hours}
        onChange={({ target }) => type(name, target.value)}
      />
    ))}
  </div>
);
