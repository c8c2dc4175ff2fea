import { formatShortDecimal } from '@quantalgo/contracts/core/format';
import { parseDecimal } from '@quantalgo/contracts/core/money';
import { formatGmt } from '@quantalgo/contracts/live/calendar';
import { liveHostEndpoints } from '@quantalgo/contracts/live/hostEndpoints';
import {
  type HostAction,
  hostActionSchema,
  type LiveNote,
  type LiveSession,
  NOTE_MAX_LENGTH,
} from '@quantalgo/contracts/live/session';
import { DEFAULT_PAIRS, formatPair, getPriceDigits } from '@quantalgo/contracts/market/pairs';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTextDraft } from '../../data/core/useDraft';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { useMutation } from '../../data/core/useMutation';
import { sendHostAction } from '../../data/console/live';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { TextArea, TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { Select } from '../../ui/Select';

const FORM = 'grid gap-3 border-t border-line-soft p-4';

/** Retries under the same key until the server has accepted the action, so that no note is written twice. */
export function useHost(onDone: () => void) {
  const key = useRef<string | null>(null);
  const { pending, failure, send } = useMutation(
    async (action: HostAction, onSuccess?: () => void) => {
      key.current ??= crypto.randomUUID();
      await sendHostAction(action, key.current);
      key.current = null;
      onSuccess?.();
      onDone();
    },
    toFailureText(liveHostEndpoints.hostLive),
  );
  return {
    pending,
    failure,
    send: (action: HostAction, onSuccess?: () => void) => void send(action, onSuccess),
    /** Call when the content changes. */
    renew: () => {
      key.current = null;
    },
  };
}

const Failure = ({ text }: { text: string | null }) =>
  text !== null && <Notice tone="error">{text}</Notice>;

interface PartProps {
  readonly session: string;
  readonly onDone: () => void;
}

function WriteNote({ session, onDone }: PartProps) {
  const { text, type, drop } = useTextDraft(`note-${session}`);
  const { pending, failure, send, renew } = useHost(onDone);
  const action = hostActionSchema.safeParse({ act: 'note', session, text });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (action.success) send(action.data, () => drop(text));
  };
  return (
    <form noValidate onSubmit={submit} className={FORM}>
      <TextArea
        label="Note"
        name="note"
        rows={3}
        maxLength={NOTE_MAX_LENGTH}
        value={text}
        onChange={({ target }) => {
          type(target.value);
          renew();
        }}
      />
      <Failure text={failure} />
      <Button
        type="submit"
        variant="primary"
        disabled={!action.success}
        busyLabel={pending ? 'Writing…' : undefined}
      >
        Write the note
      </Button>
    </form>
  );
}

const PAIR_TEXT = Object.fromEntries(DEFAULT_PAIRS.map((pair) => [pair, formatPair(pair)]));

function PinLevel({ session, onDone }: PartProps) {
  const [pair, setPair] = useState<string>(DEFAULT_PAIRS[0] ?? '');
  const { text: input, type, drop } = useTextDraft(`level-${session}`);
  const { pending, failure, send, renew } = useHost(onDone);
  const { value: price, problem } = parseDecimal(input);
  const action = hostActionSchema.safeParse({ act: 'level', session, pair, price, text: '' });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (action.success) send(action.data, () => drop(input));
  };
  return (
    <form noValidate onSubmit={submit} className={FORM}>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Pair"
          options={DEFAULT_PAIRS}
          labels={PAIR_TEXT}
          placeholder="Pair"
          value={pair}
          onChange={({ target }) => {
            setPair(target.value);
            renew();
          }}
        />
        <TextField
          label="Level"
          name="level"
          inputMode="decimal"
          autoComplete="off"
          value={input}
          error={problem}
          onChange={({ target }) => {
            type(target.value);
            renew();
          }}
        />
      </div>
      <Failure text={failure} />
      <Button type="submit" disabled={!action.success} busyLabel={pending ? 'Pinning…' : undefined}>
        Pin the level
      </Button>
    </form>
  );
}

const isAnswered = ({ content }: LiveNote) =>
  content.kind === 'question' && content.answer !== null;

/** Unanswered first, then oldest first. */
const unansweredFirst = (a: LiveNote, b: LiveNote): number =>
  Number(isAnswered(a)) - Number(isAnswered(b)) || (a.createdAt < b.createdAt ? -1 : 1);

function Question({ note, onDone }: { note: LiveNote; onDone: () => void }) {
  const { id, content } = note;
  const { text, type, drop } = useTextDraft(`host-answer-${id}`);
  const { pending, failure, send, renew } = useHost(onDone);
  if (content.kind !== 'question') return null;
  const action = hostActionSchema.safeParse({ act: 'answer', id, text });
  return (
    <li className="grid gap-2 border-t border-line-soft px-4 py-3 text-sm">
      <p className="wrap-anywhere">
        <bdi className="font-semibold">{content.name}</bdi>
        <span>{`: ${content.text}`}</span>
      </p>
      {content.answer !== null && <p className="text-muted">{`Answered: ${content.answer}`}</p>}
      <TextField
        label={content.answer === null ? 'Answer' : 'Another answer'}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          type(target.value);
          renew();
        }}
      />
      <Failure text={failure} />
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          disabled={!action.success}
          busyLabel={pending ? 'Sending…' : undefined}
          onClick={() => action.success && send(action.data, () => drop(text))}
        >
          Answer
        </Button>
        <Button size="small" variant="danger" onClick={() => send({ act: 'remove', id })}>
          Remove
        </Button>
      </div>
    </li>
  );
}

function HostNote({
  note: { id, content, createdAt },
  onDone,
}: {
  note: LiveNote;
  onDone: () => void;
}) {
  const { failure, send } = useHost(onDone);
  const level =
    content.kind === 'level'
      ? `${formatPair(content.pair)} ${formatShortDecimal(content.price, getPriceDigits(content.pair))}`
      : null;
  return (
    <li className="flex flex-wrap items-center gap-x-2 border-t border-line-soft py-1.5 pr-2 pl-4 text-sm">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {level !== null && (
          <span translate="no" className="block font-semibold tabular-nums">
            {level}
          </span>
        )}
        <span>{content.text}</span>
        <span translate="no" className="block text-xs text-faint tabular-nums">
          {formatGmt(Date.parse(createdAt))}
        </span>
      </span>
      <Button size="small" variant="quiet" onClick={() => send({ act: 'remove', id })}>
        Remove
      </Button>
      <Failure text={failure} />
    </li>
  );
}

/** Asks for confirmation: a session can't be reopened. */
function EndSession({ session, onDone }: PartProps) {
  const online = useOnline();
  const [isConfirming, setIsConfirming] = useState(false);
  const { pending, failure, send } = useHost(onDone);
  if (!isConfirming)
    return (
      <Button variant="danger" disabled={!online} onClick={() => setIsConfirming(true)}>
        End the session
      </Button>
    );
  const actions = (
    <>
      <Button
        size="small"
        variant="danger"
        disabled={!online}
        busyLabel={pending ? 'Ending…' : undefined}
        onClick={() => send({ act: 'close', session })}
      >
        End it now
      </Button>
      <Button size="small" variant="quiet" onClick={() => setIsConfirming(false)}>
        Keep it running
      </Button>
    </>
  );
  return (
    <>
      <Failure text={failure} />
      <Notice tone="warning" actions={actions}>
        It can’t be opened again. Its notes stay readable.
      </Notice>
    </>
  );
}

export function HostPanel({
  session: { id, name, viewers },
  notes,
  onDone,
}: {
  session: LiveSession;
  /** Newest change first. */
  notes: readonly LiveNote[];
  onDone: () => void;
}) {
  const visibleNotes = notes.filter(({ gone }) => gone === null);
  const questions = visibleNotes.filter(({ content }) => content.kind === 'question');
  const hostNotes = visibleNotes.filter(({ content }) => content.kind !== 'question');
  return (
    <>
      <Panel
        title={name}
        aside={<span className="text-xs text-muted tabular-nums">{`${viewers} watching`}</span>}
      >
        <WriteNote session={id} onDone={onDone} />
        <PinLevel session={id} onDone={onDone} />
      </Panel>
      <Panel title="Questions">
        {questions.length === 0 ? (
          <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">
            No questions yet. They appear here by themselves.
          </p>
        ) : (
          <ul>
            {[...questions].sort(unansweredFirst).map((note) => (
              <Question key={note.id} note={note} onDone={onDone} />
            ))}
          </ul>
        )}
      </Panel>
      {hostNotes.length > 0 && (
        <Panel title="Written">
          <ul aria-label="Written">
            {hostNotes.map((note) => (
              <HostNote key={note.id} note={note} onDone={onDone} />
            ))}
          </ul>
        </Panel>
      )}
      <div className="grid gap-3">
        <EndSession session={id} onDone={onDone} />
      </div>
    </>
  );
}
