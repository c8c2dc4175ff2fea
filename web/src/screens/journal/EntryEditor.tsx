import {
  EMPTY_FIELDS,
  dateText,
  JOURNAL_AT_MOST,
  LEVELS,
  pairLabel,
  type SomeFields,
  SLOT_MS,
  type User,
  zonedTime,
} from '@quantalgo/contracts';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import { factsOf, type JournalView } from '../../data/journal/entries';
import { rememberHabit } from '../../data/journal/habit';
import { writeEntry } from '../../data/journal/write';
import { dropPicture } from '../../data/pictures/keep';
import { usePictureChoice } from '../../data/pictures/usePictureChoice';
import { failureText } from '../../data/outbox/notKept';
import { discard, tryAgain } from '../../data/outbox/outbox';
import { useZone } from '../../zone';
import { Button, SubmitButton } from '../../ui/Button';
import { Choices } from '../../ui/Choices';
import { TextArea, TextField } from '../../ui/Field';
import { DirectionMark } from '../../ui/instruments/Marks';
import { STATUS_WORDS, tradesText } from '../../ui/journalText';
import { Notice } from '../../ui/Notice';
import { PictureField } from '../../ui/Picture';
import {
  CHOSEN,
  type Form,
  formSchema,
  readTyped,
  release,
  touch,
  typedOf,
  type TypedTrade,
  UNCHOSEN,
  UNTOUCHED,
  wantedOf,
} from './form';

const TRADE_LABELS = {
  level: 'Level',
  stake: 'Stake, $',
  price: 'Broker’s price',
  close: 'Broker’s close',
} as const;

type TradeField = keyof typeof TRADE_LABELS;

const INVALID = '[aria-invalid="true"]';

const TRADE_FIELDS: readonly TradeField[] = ['level', 'stake', 'price', 'close'];

/** A value that another device wrote, in words. */
export function besideWords(fields: SomeFields): string {
  const { status, trades, broker, payout, note, tags, picture } = fields;
  if (status !== undefined) return status === null ? 'nothing' : STATUS_WORDS[status];
  if (trades !== undefined) return tradesText({ ...EMPTY_FIELDS, status: 'taken', trades });
  if (note !== undefined) return `“${note}”`;
  if (tags !== undefined) return tags.map((tag) => `#${tag}`).join(' ');
  if (picture !== undefined) return picture === null ? 'no picture' : 'another picture';
  if (payout !== undefined) return `a payout of ${Math.round(100 * (payout ?? 0))} %`;
  return broker ?? fields.pair ?? fields.direction ?? 'nothing';
}

/** Does at once what was pressed, and says where it fails. */
type Deal = (act: (uid: string) => Promise<void>) => void;

/** Values that another device wrote at the same time: nothing of them is lost until the member says so. */
const Besides = ({
  view,
  onDeal,
  onTake,
}: {
  view: JournalView;
  onDeal: Deal;
  onTake: (value: SomeFields) => void;
}) => (
  <>
    {view.besides.map((value) => (
      <Notice
        key={JSON.stringify(value)}
        tone="warning"
        actions={
          <>
            <Button
              size="small"
              look="quiet"
              onClick={() => onDeal((uid) => writeEntry(uid, view, {}, [value]))}
            >
              Dismiss
            </Button>
            <Button
              size="small"
              onClick={() =>
                onDeal(async (uid) => {
                  await writeEntry(uid, view, value);
                  onTake(value);
                })
              }
            >
              Take it
            </Button>
          </>
        }
      >
        Another device wrote here too: {besideWords(value)}
      </Notice>
    ))}
  </>
);

/** What the server did not take, with its reason. */
const Refused = ({ view, onDeal }: { view: JournalView; onDeal: Deal }) => (
  <>
    {view.refused.map((item) => (
      <Notice
        key={item.id}
        tone="error"
        actions={
          <>
            <Button size="small" look="quiet" onClick={() => onDeal(() => discard(item.id))}>
              Discard
            </Button>
            <Button size="small" onClick={() => onDeal(() => tryAgain(item))}>
              Try again
            </Button>
          </>
        }
      >
        {item.reason}
      </Notice>
    ))}
  </>
);

function TradeFields({
  trade,
  number,
  errorAt,
  onType,
  onRemove,
}: {
  trade: TypedTrade;
  number: number;
  errorAt: (field: string) => string | undefined;
  onType: (field: TradeField, text: string) => void;
  onRemove: () => void;
}) {
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 text-xs text-muted">Trade {number + 1}</legend>
      <div className="grid grid-cols-2 gap-3">
        {TRADE_FIELDS.map((field) => (
          <TextField
            key={field}
            label={TRADE_LABELS[field]}
            inputMode="decimal"
            autoComplete="off"
            value={trade[field]}
            onChange={({ target }) => onType(field, target.value)}
            error={errorAt(field)}
          />
        ))}
      </div>
      <Button
        size="small"
        look="quiet"
        className="-mb-2 -ml-4 justify-self-start"
        onClick={onRemove}
      >
        Remove this trade
      </Button>
    </fieldset>
  );
}

const nextLevel = (trades: readonly TypedTrade[]): string =>
  String(Math.max(-1, ...trades.map(({ level }) => Number(level) || 0)) + 1);

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
  const zone = useZone();
  const draft = `journal-${view.id}`;
  const [filled, setFilled] = useState(
    () => formSchema.safeParse(readDraft(draft)).data ?? UNTOUCHED,
  );
  const typed = { ...typedOf(view), ...filled.touched };
  const [wrong, setWrong] = useState<{ at: string; why: string } | null>(null);
  const [doing, setDoing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The field may be far above the button that was pressed.
  useEffect(() => form.current?.querySelector<HTMLElement>(INVALID)?.focus(), [wrong]);
  const at = view.slot + SLOT_MS;
  const { pair, direction } = factsOf(view);

  useEffect(() => writeDraft(draft, filled === UNTOUCHED ? null : filled), [draft, filled]);
  const change = (next: Form['touched']) => setFilled((before) => touch(before, next, view));
  const picture = usePictureChoice(user.id, {
    slot: view.id,
    id: typed.picture,
    saved: view.picture,
    onId: (id) => change({ picture: id }),
  });
  const changeTrade = (index: number, next: Partial<TypedTrade>) =>
    change({
      trades: typed.trades.map((one, place) => (place === index ? { ...one, ...next } : one)),
    });
  const close = () => {
    writeDraft(draft, null);
    onClose();
  };
  const cancel = () => {
    if (typed.picture !== null && typed.picture !== view.picture)
      void dropPicture(user.id, typed.picture);
    close();
  };
  const fail = (error: unknown) => setWrong({ at: '', why: failureText(error) });
  const deal: Deal = (act) => {
    setWrong(null);
    act(user.id).catch(fail);
  };
  const write = async (fields: SomeFields, wanted = fields) => {
    setDoing(true);
    try {
      await writeEntry(user.id, { ...view, ...filled.saw }, wanted);
      await rememberHabit(user.id, fields);
      close();
    } catch (error) {
      fail(error);
      setDoing(false);
    }
  };
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readTyped(typed, view);
    if (read.ok) void write(read.fields, wantedOf(read.fields, filled));
    else setWrong(read);
  };
  const bringBack = () => {
    if (typed.status === null) setWrong(UNCHOSEN);
    else void write({ status: typed.status });
  };
  const errorAt = (field: string) => (wrong?.at === field ? wrong.why : undefined);
  const isPlaced = wrong !== null && /^(trades\.\d|broker|payout|note|tags)/.test(wrong.at);
  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-4 p-5">
      <header className="grid gap-1">
        <h2 className="flex items-center gap-2.5 text-lg">
          {pair === null ? 'Signal not here yet' : pairLabel(pair)}
          {direction && <DirectionMark direction={direction} />}
        </h2>
        <p className="text-sm text-muted tabular-nums">
          Entry {dateText(at, zone)}, {zonedTime(at, zone)}
        </p>
      </header>
      <Refused view={view} onDeal={deal} />
      <Besides
        view={view}
        onDeal={deal}
        onTake={(value) => setFilled((before) => release(before, value))}
      />
      <Choices
        label="What you did"
        options={CHOSEN}
        value={typed.status}
        words={STATUS_WORDS}
        onChange={(status) => change({ status })}
      />
      {typed.status !== 'skipped' && (
        <>
          {typed.trades.map((trade, index) => (
            <TradeFields
              key={`trade-${index}`}
              trade={trade}
              number={index}
              errorAt={(field) => errorAt(`trades.${index}.${field}`)}
              onType={(field, text) => changeTrade(index, { [field]: text })}
              onRemove={() =>
                change({ trades: typed.trades.filter((_, place) => place !== index) })
              }
            />
          ))}
          {typed.trades.length < LEVELS.length && (
            <Button
              size="small"
              className="justify-self-start"
              onClick={() =>
                change({
                  trades: [
                    ...typed.trades,
                    { level: nextLevel(typed.trades), stake: '', price: '', close: '', at: null },
                  ],
                })
              }
            >
              Add a trade
            </Button>
          )}
          <div className="grid grid-cols-2 gap-3">
            <TextField
              label="Broker"
              value={typed.broker}
              maxLength={JOURNAL_AT_MOST.broker}
              onChange={({ target }) => change({ broker: target.value })}
              error={errorAt('broker')}
            />
            <TextField
              label="Payout, %"
              inputMode="decimal"
              autoComplete="off"
              value={typed.payout}
              onChange={({ target }) => change({ payout: target.value })}
              error={errorAt('payout')}
            />
          </div>
        </>
      )}
      <TextArea
        label="Note"
        rows={3}
        value={typed.note}
        maxLength={JOURNAL_AT_MOST.note}
        onChange={({ target }) => change({ note: target.value })}
        error={errorAt('note')}
      />
      <TextField
        label="Tags"
        note="divided by commas"
        value={typed.tags}
        onChange={({ target }) => change({ tags: target.value })}
        error={wrong?.at.startsWith('tags') === true ? wrong.why : undefined}
      />
      <PictureField choice={picture} alt="Your picture of this trade" />
      {wrong && !isPlaced && <Notice tone="error">{wrong.why}</Notice>}
      <div className="flex flex-wrap justify-end gap-3">
        {view.status !== null && (
          <Button
            look="quiet"
            onClick={
              view.status === 'removed' ? bringBack : () => void write({ status: 'removed' })
            }
          >
            {view.status === 'removed' ? 'Bring back' : 'Remove'}
          </Button>
        )}
        <Button onClick={cancel}>Cancel</Button>
        <SubmitButton doing={doing ? 'Saving…' : undefined}>Save</SubmitButton>
      </div>
    </form>
  );
}
