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
import { useState } from 'react';
import * as z from 'zod/mini';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { useDraft } from '../../data/core/useDraft';
import { useForm } from '../../data/core/useForm';
import { useIdempotentRequest } from '../../data/core/useIdempotentRequest';
import { useMutation } from '../../data/core/useMutation';
import { sendHostAction } from '../../data/console/live';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { TextArea, TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { formatTextLength } from '../../ui/lengthText';
import { Select } from '../../ui/Select';

const FORM_CLASS = 'grid gap-3 border-t border-line-soft p-4';

const HOST_ERROR = toFailureText(liveHostEndpoints.hostLive);

function useHostAction(onDone: () => void) {
  const act = useIdempotentRequest(sendHostAction);
  return async (action: HostAction) => {
    await act(action);
    onDone();
  };
}

export const useHost = (onDone: () => void) => useMutation(useHostAction(onDone), HOST_ERROR);

/** A text field whose draft is kept until the server confirms it. */
const useHostText = (draft: string, toAction: (text: string) => unknown, onDone: () => void) => {
  const schema = {
    safeParse: ({ text }: { text: string }) => hostActionSchema.safeParse(toAction(text)),
  };
  const form = useForm(schema, {
    initial: { text: '' },
    draft: { name: draft, schema: z.object({ text: z.string() }) },
    onSubmit: useHostAction(onDone),
    failure: HOST_ERROR,
    clears: true,
  });
  return { ...form, isComplete: schema.safeParse(form.values).success };
};

const Failure = ({ text }: { text: string | null }) =>
  text !== null && <Notice tone="error">{text}</Notice>;

interface PartProps {
  readonly session: string;
  readonly onDone: () => void;
}

function WriteNote({ session, onDone }: PartProps) {
  const form = useHostText(
    `note-${session}`,
    (text) => ({ action: 'note', session, text }),
    onDone,
  );
  return (
    <form {...form.props} className={FORM_CLASS}>
      <TextArea
        {...form.field('text')}
        label="Note"
        rows={3}
        help={formatTextLength(form.values.text, NOTE_MAX_LENGTH)}
      />
      <Failure text={form.failure} />
      <Button
        type="submit"
        variant="primary"
        disabled={!form.isComplete}
        busyLabel={form.pending ? 'Posting…' : undefined}
      >
        Post the note
      </Button>
    </form>
  );
}

const PAIR_TEXT = Object.fromEntries(DEFAULT_PAIRS.map((pair) => [pair, formatPair(pair)]));

const findPair = (name: unknown) => DEFAULT_PAIRS.find((pair) => pair === name) ?? null;

function findLevelProblem(text: string): string | undefined {
  const { value, problem } = parseDecimal(text);
  return (
    problem ?? (text !== '' && Number.isNaN(value) ? 'Enter one price, like 1.0842' : undefined)
  );
}

function PinLevel({ session, onDone }: PartProps) {
  const pairDraft = useDraft(`level-pair-${session}`, findPair);
  const pair = pairDraft.value ?? DEFAULT_PAIRS[0] ?? '';
  const form = useHostText(
    `level-${session}`,
    (text) => ({ action: 'level', session, pair, price: parseDecimal(text).value, text: '' }),
    onDone,
  );
  return (
    <form {...form.props} className={FORM_CLASS}>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Pair"
          options={DEFAULT_PAIRS}
          labels={PAIR_TEXT}
          placeholder="Pair"
          value={pair}
          onChange={({ target }) => pairDraft.setValue(findPair(target.value))}
        />
        <TextField
          {...form.field('text')}
          label="Level"
          inputMode="decimal"
          autoComplete="off"
          error={findLevelProblem(form.values.text)}
        />
      </div>
      <Failure text={form.failure} />
      <Button
        type="submit"
        disabled={!form.isComplete}
        busyLabel={form.pending ? 'Pinning…' : undefined}
      >
        Pin the level
      </Button>
    </form>
  );
}

const isAnswered = ({ content }: LiveNote) =>
  content.kind === 'question' && content.answer !== null;

/** Unanswered questions first, then oldest first. */
const compareQuestions = (a: LiveNote, b: LiveNote): number =>
  Number(isAnswered(a)) - Number(isAnswered(b)) || (a.createdAt < b.createdAt ? -1 : 1);

function Question({ note, onDone }: { note: LiveNote; onDone: () => void }) {
  const { id, content } = note;
  const form = useHostText(`host-answer-${id}`, (text) => ({ action: 'answer', id, text }), onDone);
  const removal = useHost(onDone);
  if (content.kind !== 'question') return null;
  return (
    <li className="grid gap-2 border-t border-line-soft px-4 py-3 text-sm">
      <p className="wrap-anywhere">
        <bdi className="font-semibold">{content.name}</bdi>
        <span>{`: ${content.text}`}</span>
      </p>
      {content.answer !== null && <p className="text-muted">{`Answered: ${content.answer}`}</p>}
      <TextField
        {...form.field('text')}
        label={content.answer === null ? 'Answer' : 'New answer'}
        autoComplete="off"
      />
      <Failure text={form.failure ?? removal.failure} />
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          disabled={!form.isComplete}
          busyLabel={form.pending ? 'Sending…' : undefined}
          onClick={() => form.submit()}
        >
          Answer
        </Button>
        <Button
          size="small"
          variant="danger"
          onClick={() => void removal.send({ action: 'remove', id })}
        >
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
      <Button size="small" variant="quiet" onClick={() => void send({ action: 'remove', id })}>
        Remove
      </Button>
      <Failure text={failure} />
    </li>
  );
}

/** Asks for confirmation, because a session can't be reopened. */
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
        isTwoStep
        size="small"
        variant="danger"
        disabled={!online}
        busyLabel={pending ? 'Ending…' : undefined}
        onClick={() => void send({ action: 'close', session })}
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
        The session can’t be reopened. Its notes stay readable.
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
            No questions yet. They appear here automatically.
          </p>
        ) : (
          <ul>
            {[...questions].sort(compareQuestions).map((note) => (
              <Question key={note.id} note={note} onDone={onDone} />
            ))}
          </ul>
        )}
      </Panel>
      {hostNotes.length > 0 && (
        <Panel title="Notes and levels">
          <ul aria-label="Notes and levels">
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
