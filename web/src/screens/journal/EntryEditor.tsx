import type { User } from '@quantalgo/contracts/account/member';
import { formatDate, formatZonedTime } from '@quantalgo/contracts/core/format';
import { parseDecimal } from '@quantalgo/contracts/core/money';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { JOURNAL_LIMITS } from '@quantalgo/contracts/journal/entry';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import { getJournalEntryFacts, type JournalView } from '../../data/journal/entries';
import { useZone } from '../../core/zone';
import { Button, SubmitButton } from '../../ui/Button';
import { Choices } from '../../ui/Choices';
import { TextArea, TextField } from '../../ui/Field';
import { DirectionMark } from '../../ui/instruments/DirectionMark';
import { STATUS_TEXT } from '../../ui/journalText';
import { formatTextLength } from '../../ui/lengthText';
import { Notice } from '../../ui/Notice';
import { PictureField } from '../../ui/Picture';
import { ConflictingValues, RefusedWrites } from './EntryConflicts';
import { STATUS_OPTIONS, type EntryFormValues, type TradeFormValues } from './form';
import { useEntryForm } from './useEntryForm';

/** Their errors are shown beside the fields. */
const FIELD_NAMES = /^(status|trades\.\d|broker|payout|note|tags)/;

function EntryHeading({ view }: { view: JournalView }) {
  const zone = useZone();
  const at = view.slot + SLOT_MS;
  const { pair, direction } = getJournalEntryFacts(view);
  return (
    <header className="grid gap-1">
      <h2 className="flex items-center gap-2.5 text-lg">
        <span translate={pair === null ? undefined : 'no'}>
          {pair === null ? 'Signal not loaded yet' : formatPair(pair)}
        </span>
        {direction && <DirectionMark direction={direction} />}
      </h2>
      <p className="text-sm text-muted tabular-nums">
        {`Entry ${formatDate(at, zone)}, ${formatZonedTime(at, zone)}`}
      </p>
    </header>
  );
}

const TRADE_LABELS = {
  level: 'Level',
  stake: 'Stake, $',
  price: 'Broker’s price',
  close: 'Broker’s close',
} as const;

type TradeField = keyof typeof TRADE_LABELS;

const TRADE_FIELDS: readonly TradeField[] = ['level', 'stake', 'price', 'close'];

function TradeFields({
  trade,
  number,
  getError,
  onType,
  onRemove,
}: {
  trade: TradeFormValues;
  number: number;
  getError: (field: string) => string | undefined;
  onType: (field: TradeField, text: string) => void;
  onRemove: () => void;
}) {
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 text-xs text-muted">{`Trade ${number + 1}`}</legend>
      <div className="grid grid-cols-2 gap-3">
        {TRADE_FIELDS.map((field) => (
          <TextField
            key={field}
            label={TRADE_LABELS[field]}
            inputMode="decimal"
            autoComplete="off"
            value={trade[field]}
            onChange={({ target }) => onType(field, target.value)}
            error={getError(field)}
          />
        ))}
      </div>
      <Button
        size="small"
        variant="quiet"
        className="-mb-2 -ml-4 justify-self-start"
        onClick={onRemove}
      >
        Remove this trade
      </Button>
    </fieldset>
  );
}

const getNextLevel = (trades: readonly TradeFormValues[]): string =>
  String(Math.max(-1, ...trades.map(({ level }) => parseDecimal(level).value || 0)) + 1);

function Trades({
  trades,
  getError,
  onChange,
}: {
  trades: EntryFormValues['trades'];
  getError: (field: string) => string | undefined;
  onChange: (trades: EntryFormValues['trades']) => void;
}) {
  const type = (index: number, next: Partial<TradeFormValues>) =>
    onChange(trades.map((current, place) => (place === index ? { ...current, ...next } : current)));
  const add = () =>
    onChange([
      ...trades,
      { level: getNextLevel(trades), stake: '', price: '', close: '', at: null },
    ]);
  return (
    <>
      {trades.map((trade, index) => (
        <TradeFields
          key={`trade-${index}`}
          trade={trade}
          number={index}
          getError={(field) => getError(`trades.${index}.${field}`)}
          onType={(field, text) => type(index, { [field]: text })}
          onRemove={() => onChange(trades.filter((_, place) => place !== index))}
        />
      ))}
      {trades.length < LEVELS.length && (
        <Button size="small" className="justify-self-start" onClick={add}>
          Add a trade
        </Button>
      )}
    </>
  );
}

type EntryForm = ReturnType<typeof useEntryForm>;

type GetError = (field: string) => string | undefined;

const TradeSection = ({ form, getError }: { form: EntryForm; getError: GetError }) => (
  <>
    <Trades
      trades={form.values.trades}
      getError={getError}
      onChange={(trades) => form.change({ trades })}
    />
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label="Broker"
        value={form.values.broker}
        onChange={({ target }) => form.change({ broker: target.value })}
        error={getError('broker')}
      />
      <TextField
        label="Payout, %"
        inputMode="decimal"
        autoComplete="off"
        value={form.values.payout}
        onChange={({ target }) => form.change({ payout: target.value })}
        error={getError('payout')}
      />
    </div>
  </>
);

const NoteSection = ({ form, getError }: { form: EntryForm; getError: GetError }) => (
  <>
    <TextArea
      label="Note"
      rows={3}
      value={form.values.note}
      help={formatTextLength(form.values.note, JOURNAL_LIMITS.note)}
      onChange={({ target }) => form.change({ note: target.value })}
      error={getError('note')}
    />
    <TextField
      label="Tags"
      note="separated by commas"
      value={form.values.tags}
      onChange={({ target }) => form.change({ tags: target.value })}
      error={Object.entries(form.errors).find(([name]) => name.startsWith('tags'))?.[1]}
    />
    <PictureField choice={form.picture} alt="Your picture of this trade" />
  </>
);

function describeWork({ picture, pending }: EntryForm): string | undefined {
  if (picture.isBusy) return 'Resizing the picture…';
  return pending ? 'Saving…' : undefined;
}

const Actions = ({ form, status }: { form: EntryForm; status: JournalView['status'] }) => (
  <div className="flex flex-wrap justify-end gap-3">
    {status !== null && status !== 'removed' && (
      <Button variant="quiet" onClick={form.remove}>
        Remove
      </Button>
    )}
    <Button onClick={form.cancel}>Cancel</Button>
    <SubmitButton busyLabel={describeWork(form)}>
      {status === 'removed' ? 'Restore' : 'Save'}
    </SubmitButton>
  </div>
);

/** Unsaved input survives a reload. */
export function EntryEditor({
  view,
  user,
  onClose,
}: {
  view: JournalView;
  user: User;
  onClose: () => void;
}) {
  const form = useEntryForm(view, user, onClose);
  const { values, errors } = form;
  const getError: GetError = (field) => errors[field];
  const otherError = Object.entries(errors).find(([name]) => !FIELD_NAMES.test(name))?.[1];
  const failure = otherError ?? form.failure;
  return (
    <form {...form.props} className="grid gap-4 p-5">
      <EntryHeading view={view} />
      <RefusedWrites view={view} />
      <ConflictingValues view={view} onAction={form.runAction} onUse={form.releaseFields} />
      <Choices
        hideLabel
        label="What you did"
        options={STATUS_OPTIONS}
        value={values.status}
        labels={STATUS_TEXT}
        error={getError('status')}
        onChange={(status) => form.change({ status })}
      />
      {values.status !== 'skipped' && <TradeSection form={form} getError={getError} />}
      <NoteSection form={form} getError={getError} />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <Actions form={form} status={view.status} />
    </form>
  );
}
