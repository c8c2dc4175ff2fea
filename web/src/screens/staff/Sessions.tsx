import {
  DEFAULT_PAIRS,
  gmtText,
  type HostAct,
  hostActSchema,
  liveDeskEndpoints,
  type LiveNote,
  type LiveSession,
  nextOccurrences,
  NOTE_MAX_LENGTH,
  OPENS_BEFORE_MS,
  pairLabel,
  startText,
  UTC,
} from '@quantalgo/contracts';
import { type SubmitEvent, useRef, useState } from 'react';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { goesOn } from '../../data/rooms/live/useLive';
import { useSending } from '../../data/session/useSending';
import { failureWords } from '../../data/staff/answers';
import { hostLive, type LiveDesk, useLiveDesk } from '../../data/staff/live';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { TextArea, TextField } from '../../ui/Field';
import { ScreenHead } from '../../ui/Heading';
import { Notice } from '../../ui/Notice';
import { Select } from '../../ui/Select';
import { AnswerNotice } from './AnswerList';
import { SessionCalendar } from './SessionCalendar';

const FORM = 'grid gap-3 border-t border-line-soft p-4';

/**
 * Sends an act of the host: under the same key again until the server took it, so that a note whose answer was lost on a
 * bad line is written once.
 */
function useHost(onDone: () => void) {
  const key = useRef<string | null>(null);
  const { sending, failure, send } = useSending(async (act: HostAct, done?: () => void) => {
    key.current ??= crypto.randomUUID();
    await hostLive(act, key.current);
    key.current = null;
    done?.();
    onDone();
  }, failureWords(liveDeskEndpoints.hostLive));
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
  const [text, setText] = useState('');
  const { sending, failure, send, renew } = useHost(onDone);
  const act = hostActSchema.safeParse({ act: 'note', session, text });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (act.success) send(act.data, () => setText(''));
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
          setText(target.value);
          renew();
        }}
      />
      <Failure words={failure} />
      <Button
        type="submit"
        look="primary"
        disabled={!act.success}
        doing={sending ? 'Writing…' : undefined}
      >
        Write the note
      </Button>
    </form>
  );
}

const PAIR_WORDS = Object.fromEntries(DEFAULT_PAIRS.map((pair) => [pair, pairLabel(pair)]));

function PinLevel({ session, onDone }: Part) {
  const [pair, setPair] = useState<string>(DEFAULT_PAIRS[0] ?? '');
  const [typed, setTyped] = useState('');
  const { sending, failure, send, renew } = useHost(onDone);
  const price = Number(typed.trim().replace(',', '.'));
  const act = hostActSchema.safeParse({ act: 'level', session, pair, price, text: '' });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (act.success) send(act.data, () => setTyped(''));
  };
  return (
    <form noValidate onSubmit={submit} className={FORM}>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Pair"
          options={DEFAULT_PAIRS}
          words={PAIR_WORDS}
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
          onChange={({ target }) => {
            setTyped(target.value);
            renew();
          }}
        />
      </div>
      <Failure words={failure} />
      <Button type="submit" disabled={!act.success} doing={sending ? 'Pinning…' : undefined}>
        Pin the level
      </Button>
    </form>
  );
}

/** A question with a field to answer it. */
function Question({ note, onDone }: { note: LiveNote; onDone: () => void }) {
  const [text, setText] = useState('');
  const { sending, failure, send, renew } = useHost(onDone);
  const { id, content } = note;
  if (content.kind !== 'question') return null;
  const act = hostActSchema.safeParse({ act: 'answer', id, text });
  return (
    <li className="grid gap-2 border-t border-line-soft px-4 py-3 text-sm">
      <p className="wrap-anywhere">
        <bdi className="font-semibold">{content.name}</bdi>: {content.text}
      </p>
      {content.answer !== null && <p className="text-muted">Answered: {content.answer}</p>}
      <TextField
        label={content.answer === null ? 'Answer' : 'Another answer'}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          renew();
        }}
      />
      <Failure words={failure} />
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          disabled={!act.success}
          doing={sending ? 'Sending…' : undefined}
          onClick={() => act.success && send(act.data, () => setText(''))}
        >
          Answer
        </Button>
        <Button size="small" look="danger" onClick={() => send({ act: 'remove', id })}>
          Remove
        </Button>
      </div>
    </li>
  );
}

/** A note or level of the host's, which can be taken back. */
function Written({ note: { id, content }, onDone }: { note: LiveNote; onDone: () => void }) {
  const { failure, send } = useHost(onDone);
  const level = content.kind === 'level' ? `${pairLabel(content.pair)} ${content.price} ` : '';
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-t border-line-soft px-4 py-1.5 text-sm">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {level}
        {content.text}
      </span>
      <Button size="small" look="quiet" onClick={() => send({ act: 'remove', id })}>
        Remove
      </Button>
      <Failure words={failure} />
    </li>
  );
}

/** What the host of a session does from a phone: write, pin, answer, and end it. */
function HostPanel({
  session,
  notes,
  onDone,
}: {
  session: LiveSession;
  /** Newest change first. */
  notes: readonly LiveNote[];
  onDone: () => void;
}) {
  const online = useOnline();
  const { sending, failure, send } = useHost(onDone);
  const there = notes.filter(({ gone }) => gone === null);
  const questions = there.filter(({ content }) => content.kind === 'question');
  const written = there.filter(({ content }) => content.kind !== 'question');
  return (
    <>
      <Panel
        title={session.name}
        aside={<span className="text-xs text-muted tabular-nums">{session.viewers} watching</span>}
      >
        <WriteNote session={session.id} onDone={onDone} />
        <PinLevel session={session.id} onDone={onDone} />
        <ul aria-label="Written">
          {written.map((note) => (
            <Written key={note.id} note={note} onDone={onDone} />
          ))}
        </ul>
        <div className={FORM}>
          <Failure words={failure} />
          <Button
            look="danger"
            disabled={!online}
            doing={sending ? 'Ending…' : undefined}
            onClick={() => send({ act: 'close', session: session.id })}
          >
            End the session
          </Button>
        </div>
      </Panel>
      <Panel title="Questions">
        {questions.length === 0 ? (
          <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">
            Nobody has asked yet. Questions come here by themselves.
          </p>
        ) : (
          <ul>
            {questions.map((note) => (
              <Question key={note.id} note={note} onDone={onDone} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

/** Begins the next session of the calendar, from half an hour before its time. */
function OpenSession({ desk, onDone }: { desk: LiveDesk; onDone: () => void }) {
  const now = useNow();
  const online = useOnline();
  const [key] = useState(() => crypto.randomUUID());
  const held = new Set(desk.sessions.map(({ id }) => id));
  const next = nextOccurrences(desk, now, 5).find(({ id }) => !held.has(id));
  const { sending, failure, send } = useSending(async (session: string) => {
    await hostLive({ act: 'open', session }, key);
    onDone();
  }, failureWords(liveDeskEndpoints.hostLive));
  const early = next !== undefined && next.startsAt - now > OPENS_BEFORE_MS;
  return (
    <Panel title="Next session">
      <div className="grid gap-3 px-4 pb-4 text-sm">
        {next ? (
          <>
            <p>
              <span className="font-semibold">{next.name}</span>, {startText(next.startsAt, UTC)}.
              {early && ` It can be opened from ${gmtText(next.startsAt - OPENS_BEFORE_MS)} on.`}
            </p>
            <div>
              <Button
                look="primary"
                disabled={early || !online}
                doing={sending ? 'Opening…' : undefined}
                onClick={() => void send(next.id)}
              >
                Start the session
              </Button>
            </div>
          </>
        ) : (
          <p className="text-muted">Nothing is planned. Add a session to the calendar first.</p>
        )}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
      </div>
    </Panel>
  );
}

/** The live sessions: a panel for their host, made for a phone, and the calendar. */
export default function Sessions() {
  const answer = useLiveDesk();
  const now = useNow();
  const desk = answer.seen?.value;
  const running = desk?.sessions.find((session) => goesOn(session, now));
  return (
    <div className="grid gap-4">
      <ScreenHead title="Live sessions">
        What you write stands at once on the screens of all who watch. Times are GMT.
      </ScreenHead>
      <AnswerNotice answer={answer} />
      {desk && running && (
        <HostPanel
          session={running}
          notes={desk.notes.filter(({ session }) => session === running.id)}
          onDone={answer.askAgain}
        />
      )}
      {desk && !running && <OpenSession desk={desk} onDone={answer.askAgain} />}
      {desk && <SessionCalendar calendar={desk} onDone={answer.askAgain} />}
    </div>
  );
}
