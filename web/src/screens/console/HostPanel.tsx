import { shortDecimal } from '@quantalgo/contracts/core/format';
import { parseDecimal } from '@quantalgo/contracts/core/money';
import { gmtText } from '@quantalgo/contracts/live/calendar';
import { liveHostEndpoints } from '@quantalgo/contracts/live/hostEndpoints';
import {
  type HostAct,
  hostActSchema,
  type LiveNote,
  type LiveSession,
  NOTE_MAX_LENGTH,
} from '@quantalgo/contracts/live/session';
import { DEFAULT_PAIRS, pairLabel, priceDigits } from '@quantalgo/contracts/market/pairs';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTextDraft } from '../../data/core/useDraft';
import { useOnline } from '../../data/core/useOnline';
import { fallbackMessage } from '../../data/auth/errors';
import { useSending } from '../../data/auth/useSending';
import { hostLive } from '../../data/console/live';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { TextArea, TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { Select } from '../../ui/Select';

const FORM = 'grid gap-3 border-t border-line-soft p-4';

/**
 * Sends an act of the host: under the same key again until the server took it, so that a note whose answer was lost on a
 * bad line is written once.
 */
export function useHost(onDone: () => void) {
  const key = useRef<string | null>(null);
  const { sending, failure, send } = useSending(async (act: HostAct, done?: () => void) => {
    key.current ??= crypto.randomUUID();
    await hostLive(act, key.current);
    key.current = null;
    done?.();
    onDone();
  }, fallbackMessage(liveHostEndpoints.hostLive));
  return {
    sending,
    failure,
    send: (act: HostAct, done?: () => void) => void send(act, done),
    /** To be called when what is sent changes. */
    renew: () => {
      key.current = null;
    },
  };
}

const Failure = ({ words }: { words: string | null }) =>
  words !== null && <Notice tone="error">{words}</Notice>;

interface Part {
  readonly session: string;
  readonly onDone: () => void;
}

function WriteNote({ session, onDone }: Part) {
  const { text, type, drop } = useTextDraft(`note-${session}`);
  const { sending, failure, send, renew } = useHost(onDone);
  const act = hostActSchema.safeParse({ act: 'note', session, text });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (act.success) send(act.data, () => drop(text));
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
      <Failure words={failure} />
      <Button
        type="submit"
        variant="primary"
        disabled={!act.success}
        busyLabel={sending ? 'Writing…' : undefined}
      >
        Write the note
      </Button>
    </form>
  );
}

const PAIR_TEXT = Object.fromEntries(DEFAULT_PAIRS.map((pair) => [pair, pairLabel(pair)]));

function PinLevel({ session, onDone }: Part) {
  const [pair, setPair] = useState<string>(DEFAULT_PAIRS[0] ?? '');
  const { text: typed, type, drop } = useTextDraft(`level-${session}`);
  const { sending, failure, send, renew } = useHost(onDone);
  const { value: price, problem } = parseDecimal(typed);
  const act = hostActSchema.safeParse({ act: 'level', session, pair, price, text: '' });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (act.success) send(act.data, () => drop(typed));
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
          value={typed}
          error={problem}
          onChange={({ target }) => {
            type(target.value);
            renew();
          }}
        />
      </div>
      <Failure words={failure} />
      <Button type="submit" disabled={!act.success} busyLabel={sending ? 'Pinning…' : undefined}>
        Pin the level
      </Button>
    </form>
  );
}

const isAnswered = ({ content }: LiveNote) =>
  content.kind === 'question' && content.answer !== null;

/** Questions without an answer come before the others, the longest waiting first. */
const unansweredFirst = (a: LiveNote, b: LiveNote): number =>
  Number(isAnswered(a)) - Number(isAnswered(b)) || (a.createdAt < b.createdAt ? -1 : 1);

/** A question with a field to answer it. */
function Question({ note, onDone }: { note: LiveNote; onDone: () => void }) {
  const { id, content } = note;
  const { text, type, drop } = useTextDraft(`host-answer-${id}`);
  const { sending, failure, send, renew } = useHost(onDone);
  if (content.kind !== 'question') return null;
  const act = hostActSchema.safeParse({ act: 'answer', id, text });
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
      <Failure words={failure} />
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          disabled={!act.success}
          busyLabel={sending ? 'Sending…' : undefined}
          onClick={() => act.success && send(act.data, () => drop(text))}
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

/** A note or level of the host's, which can be taken back. */
function Written({
  note: { id, content, createdAt },
  onDone,
}: {
  note: LiveNote;
  onDone: () => void;
}) {
  const { failure, send } = useHost(onDone);
  const level =
    content.kind === 'level'
      ? `${pairLabel(content.pair)} ${shortDecimal(content.price, priceDigits(content.pair))}`
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
          {gmtText(Date.parse(createdAt))}
        </span>
      </span>
      <Button size="small" variant="quiet" onClick={() => send({ act: 'remove', id })}>
        Remove
      </Button>
      <Failure words={failure} />
    </li>
  );
}

/** Ends a session, asked twice: it can't be opened again. */
function EndSession({ session, onDone }: Part) {
  const online = useOnline();
  const [isAsked, ask] = useState(false);
  const { sending, failure, send } = useHost(onDone);
  if (!isAsked)
    return (
      <Button variant="danger" disabled={!online} onClick={() => ask(true)}>
        End the session
      </Button>
    );
  const actions = (
    <>
      <Button
        size="small"
        variant="danger"
        disabled={!online}
        busyLabel={sending ? 'Ending…' : undefined}
        onClick={() => send({ act: 'close', session })}
      >
        End it now
      </Button>
      <Button size="small" variant="quiet" onClick={() => ask(false)}>
        Keep it running
      </Button>
    </>
  );
  return (
    <>
      <Failure words={failure} />
      <Notice tone="warning" actions={actions}>
        It can’t be opened again. Its notes stay readable.
      </Notice>
    </>
  );
}

/** What the host of a session does from a phone: write, pin, answer, and end it. */
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
  const there = notes.filter(({ gone }) => gone === null);
  const questions = there.filter(({ content }) => content.kind === 'question');
  const written = there.filter(({ content }) => content.kind !== 'question');
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
      {written.length > 0 && (
        <Panel title="Written">
          <ul aria-label="Written">
            {written.map((note) => (
              <Written key={note.id} note={note} onDone={onDone} />
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
