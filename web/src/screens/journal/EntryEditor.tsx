import {
  dateText,
  JOURNAL_AT_MOST,
  pairLabel,
  SLOT_MS,
  type User,
  zonedTime,
} from '@quantalgo/contracts';
import { useEffect, useRef } from 'react';
import { factsOf, type JournalView } from '../../data/journal/entries';
import { useZone } from '../../zone';
import { Button, SubmitButton } from '../../ui/Button';
import { Choices } from '../../ui/Choices';
import { TextArea, TextField } from '../../ui/Field';
import { DirectionMark } from '../../ui/instruments/Marks';
import { STATUS_WORDS } from '../../ui/journalText';
import { Notice } from '../../ui/Notice';
import { PictureField } from '../../ui/Picture';
import { Besides, Refused } from './EntryConflicts';
import { CHOSEN } from './form';
import { Trades } from './Trades';
import { useEntryForm } from './useEntryForm';

const INVALID = '[aria-invalid="true"]';

function EntryHeading({ view }: { view: JournalView }) {
  const zone = useZone();
  const at = view.slot + SLOT_MS;
  const { pair, direction } = factsOf(view);
  return (
    <header className="grid gap-1">
      <h2 className="flex items-center gap-2.5 text-lg">
        {pair === null ? 'Signal not here yet' : pairLabel(pair)}
        {direction && <DirectionMark direction={direction} />}
      </h2>
      <p className="text-sm text-muted tabular-nums">
        Entry {dateText(at, zone)}, {zonedTime(at, zone)}
      </p>
    </header>
  );
}

type EntryForm = ReturnType<typeof useEntryForm>;

/** What is wrong with a field of this form; undefined where nothing is. */
type ErrorAt = (field: string) => string | undefined;

/** What was traded, and at which broker. */
const Traded = ({ form, errorAt }: { form: EntryForm; errorAt: ErrorAt }) => (
  <>
    <Trades
      trades={form.typed.trades}
      errorAt={errorAt}
      onChange={(trades) => form.change({ trades })}
    />
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label="Broker"
        value={form.typed.broker}
        maxLength={JOURNAL_AT_MOST.broker}
        onChange={({ target }) => form.change({ broker: target.value })}
        error={errorAt('broker')}
      />
      <TextField
        label="Payout, %"
        inputMode="decimal"
        autoComplete="off"
        value={form.typed.payout}
        onChange={({ target }) => form.change({ payout: target.value })}
        error={errorAt('payout')}
      />
    </div>
  </>
);

/** What was thought of it. */
const Noted = ({ form, errorAt }: { form: EntryForm; errorAt: ErrorAt }) => (
  <>
    <TextArea
      label="Note"
      rows={3}
      value={form.typed.note}
      maxLength={JOURNAL_AT_MOST.note}
      onChange={({ target }) => form.change({ note: target.value })}
      error={errorAt('note')}
    />
    <TextField
      label="Tags"
      note="divided by commas"
      value={form.typed.tags}
      onChange={({ target }) => form.change({ tags: target.value })}
      error={form.wrong?.at.startsWith('tags') === true ? form.wrong.why : undefined}
    />
    <PictureField choice={form.picture} alt="Your picture of this trade" />
  </>
);

const Actions = ({ form, status }: { form: EntryForm; status: JournalView['status'] }) => (
  <div className="flex flex-wrap justify-end gap-3">
    {status !== null && status !== 'removed' && (
      <Button look="quiet" onClick={form.remove}>
        Remove
      </Button>
    )}
    <Button onClick={form.cancel}>Cancel</Button>
    <SubmitButton doing={form.doing ? 'Saving…' : undefined}>
      {status === 'removed' ? 'Bring back' : 'Save'}
    </SubmitButton>
  </div>
);

/** Form of one entry. What is typed survives a reload until it is saved. */
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
  const { typed, wrong } = form;
  const element = useRef<HTMLFormElement>(null);
  // The field may be far above the button that was pressed.
  useEffect(() => element.current?.querySelector<HTMLElement>(INVALID)?.focus(), [wrong]);
  const errorAt: ErrorAt = (field) => (wrong?.at === field ? wrong.why : undefined);
  const isPlaced = wrong !== null && /^(status|trades\.\d|broker|payout|note|tags)/.test(wrong.at);
  return (
    <form ref={element} onSubmit={form.save} noValidate className="grid gap-4 p-5">
      <EntryHeading view={view} />
      <Refused view={view} onDeal={form.deal} />
      <Besides view={view} onDeal={form.deal} onTake={form.take} />
      <Choices
        label="What you did"
        options={CHOSEN}
        value={typed.status}
        words={STATUS_WORDS}
        error={errorAt('status')}
        onChange={(status) => form.change({ status })}
      />
      {typed.status !== 'skipped' && <Traded form={form} errorAt={errorAt} />}
      <Noted form={form} errorAt={errorAt} />
      {wrong && !isPlaced && <Notice tone="error">{wrong.why}</Notice>}
      <Actions form={form} status={view.status} />
    </form>
  );
}
