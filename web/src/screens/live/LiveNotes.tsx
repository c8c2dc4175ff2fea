import { momentText, shortDecimal } from '@quantalgo/contracts/core/format';
import type { Zone } from '@quantalgo/contracts/core/time';
import {
  liveActSchema,
  type LiveNote,
  QUESTION_MAX_LENGTH,
} from '@quantalgo/contracts/live/session';
import { type Pair, pairLabel, priceDigits } from '@quantalgo/contracts/market/pairs';
import { Trash2 } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTextDraft } from '../../data/core/useDraft';
import { useOnce } from '../../data/core/useOnce';
import { useAction, useItemActions } from '../../data/outbox/useAction';
import { actInLive, type PendingQuestion } from '../../data/live/useLiveSessions';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { RefusedNotice } from '../../ui/RefusedNotice';
import { StaffMark } from '../network/StaffMark';

const GONE = { deleted: 'This question was deleted.', removed: 'This was removed.' } as const;

/** A level as its host pinned it: `EUR/USD 1.0842`. */
const levelText = ({ pair, price }: { readonly pair: Pair; readonly price: number }): string =>
  `${pairLabel(pair)} ${shortDecimal(price, priceDigits(pair))}`;

const Line = ({
  who,
  at,
  onDelete,
  children,
}: {
  who: ReactNode;
  at: string;
  /** What deletes it; null where the member can't. */
  onDelete: (() => void) | null;
  children: ReactNode;
}) => (
  <li className="grid gap-1 border-t border-line-soft px-4 py-3 text-sm">
    <div className="flex items-center gap-2 text-xs text-muted tabular-nums">
      <span className="min-w-0 flex-1 font-semibold">{who}</span>
      <span className="text-faint">{at}</span>
      {onDelete && (
        <button
          type="button"
          aria-label="Delete your question"
          title="Delete your question"
          onClick={onDelete}
          className="-my-3 -mr-3.5 grid size-11 shrink-0 place-content-center rounded-md text-faint transition-colors hover:text-text"
        >
          <Trash2 size={16} aria-hidden />
        </button>
      )}
    </div>
    {children}
  </li>
);

const Words = ({ children }: { children: string }) => (
  <p className="wrap-anywhere whitespace-pre-wrap">{children}</p>
);

/** What was said, by its kind. */
function Said({ note: { content, gone } }: { note: LiveNote }) {
  if (gone !== null) return <p className="text-muted">{GONE[gone]}</p>;
  if (content.kind === 'level')
    return (
      <>
        <p translate="no" className="font-semibold tabular-nums">
          {levelText(content)}
        </p>
        {content.text !== '' && <Words>{content.text}</Words>}
      </>
    );
  return (
    <>
      <Words>{content.text}</Words>
      {content.kind === 'question' && content.answer !== null && (
        <div className="mt-1 grid gap-0.5 border-l-2 border-line pl-3">
          <p className="text-xs font-semibold text-muted">Host</p>
          <Words>{content.answer}</Words>
        </div>
      )}
    </>
  );
}

function whoOf({ content, gone, uid }: LiveNote, own: string): ReactNode {
  if (content.kind === 'note') return 'Host';
  if (content.kind === 'level') return 'Host, level';
  if (gone !== null) return 'Question';
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {uid === own ? <span>You asked</span> : <bdi>{`${content.name} asked`}</bdi>}
      {content.staff && <StaffMark />}
    </span>
  );
}

/** A question that only this device has so far. */
function Pending({ item, text }: PendingQuestion) {
  const actionsFor = useItemActions();
  const isRefused = item.state === 'refused';
  return (
    <Line who="You ask" at={isRefused ? 'not sent' : 'waiting to be sent'} onDelete={null}>
      <Words>{text}</Words>
      {isRefused && <RefusedNotice reason={item.reason} {...actionsFor(item)} />}
    </Line>
  );
}

/** Levels that the host pinned, of each pair the newest first. */
export const PinnedLevels = ({ notes }: { notes: readonly LiveNote[] }) => {
  const levels = notes.flatMap(({ id, content, gone }) =>
    content.kind === 'level' && gone === null ? [{ id, ...content }] : [],
  );
  if (levels.length === 0) return null;
  return (
    <ul aria-label="Pinned levels" className="flex flex-wrap gap-2 px-4 pb-3">
      {levels.map(({ id, pair, price }) => (
        <li key={id}>
          <Chip>{levelText({ pair, price })}</Chip>
        </li>
      ))}
    </ul>
  );
};

/** Notes that are shown before somebody asks for the older ones. */
const SHOWN = 30;

/** What was said in a session, the newest first, with what waits on this device on top. */
export function LiveNotes({
  uid,
  notes,
  pending,
  now,
  zone,
}: {
  uid: string;
  notes: readonly LiveNote[];
  pending: readonly PendingQuestion[];
  now: number;
  zone: Zone;
}) {
  const [all, showAll] = useState(false);
  const { problem, run } = useAction();
  const remove = (id: string) => run(() => actInLive(uid, { act: 'delete', id }));
  return (
    <>
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <ul aria-label="Notes">
        {pending.map((one) => (
          <Pending key={one.item.id} {...one} />
        ))}
        {(all ? notes : notes.slice(0, SHOWN)).map((note) => (
          <Line
            key={note.id}
            who={whoOf(note, uid)}
            at={momentText(Date.parse(note.createdAt), now, zone)}
            onDelete={note.uid === uid && note.gone === null ? () => remove(note.id) : null}
          >
            <Said note={note} />
          </Line>
        ))}
      </ul>
      {!all && notes.length > SHOWN && (
        <div className="border-t border-line-soft px-4 py-2">
          <Button size="small" onClick={() => showAll(true)}>
            {`Show all ${notes.length} notes`}
          </Button>
        </div>
      )}
    </>
  );
}

const FAILED = 'It could not be saved on this device. Please try again.';

/** Asks the host of a session; without a connection the question waits on this device. */
export function AskHost({ uid, session }: { uid: string; session: string }) {
  const { text, type, drop } = useTextDraft('ask-host');
  const [error, setError] = useState<string>();
  const send = useOnce(async () => {
    const act = liveActSchema.safeParse({ act: 'ask', session, text });
    setError(act.error?.issues[0]?.message);
    if (!act.success) return;
    await actInLive(uid, act.data);
    drop(text);
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send().catch(() => setError(FAILED));
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3 border-t border-line-soft p-4">
      <TextField
        label="Ask the host"
        name="question"
        autoComplete="off"
        maxLength={QUESTION_MAX_LENGTH}
        value={text}
        error={error}
        onChange={({ target }) => type(target.value)}
      />
      <div>
        <Button type="submit">Ask</Button>
      </div>
    </form>
  );
}
