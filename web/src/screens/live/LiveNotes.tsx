import { formatMoment, formatShortDecimal } from '@quantalgo/contracts/core/format';
import type { Zone } from '@quantalgo/contracts/core/time';
import {
  liveActionSchema,
  type LiveNote,
  QUESTION_MAX_LENGTH,
} from '@quantalgo/contracts/live/session';
import { type Pair, formatPair, getPriceDigits } from '@quantalgo/contracts/market/pairs';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { useForm } from '../../data/core/useForm';
import { useAction, useItemActions } from '../../data/outbox/useAction';
import { enqueueLiveAction, type PendingQuestion } from '../../data/live/useLiveSessions';
import { isAbout, type Refusal } from '../../data/network/refusals';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { TextField } from '../../ui/Field';
import { formatTextLength } from '../../ui/lengthText';
import { Notice } from '../../ui/Notice';
import { RefusedNotice } from '../../ui/RefusedNotice';
import { Refusals } from '../network/Refusals';
import { StaffMark } from '../network/StaffMark';
import { SAVE_FAILED } from '../../ui/storageText';

const GONE_TEXT = { deleted: 'This question was deleted.', removed: 'This was removed.' } as const;

/** `EUR/USD 1.0842`. */
const formatLevel = ({ pair, price }: { readonly pair: Pair; readonly price: number }): string =>
  `${formatPair(pair)} ${formatShortDecimal(price, getPriceDigits(pair))}`;

const NoteRow = ({
  author,
  at,
  onDelete,
  children,
}: {
  author: ReactNode;
  at: string;
  /** Null if the member can't delete it. */
  onDelete: (() => void) | null;
  children: ReactNode;
}) => (
  <li className="grid gap-1 border-t border-line-soft px-4 py-3 text-sm">
    <div className="flex items-center gap-2 text-xs text-muted tabular-nums">
      <span className="min-w-0 flex-1 font-semibold">{author}</span>
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

const NoteText = ({ children }: { children: string }) => (
  <p className="wrap-anywhere whitespace-pre-wrap">{children}</p>
);

function NoteContent({ note: { content, gone } }: { note: LiveNote }) {
  if (gone !== null) return <p className="text-muted">{GONE_TEXT[gone]}</p>;
  if (content.kind === 'level')
    return (
      <>
        <p translate="no" className="font-semibold tabular-nums">
          {formatLevel(content)}
        </p>
        {content.text !== '' && <NoteText>{content.text}</NoteText>}
      </>
    );
  return (
    <>
      <NoteText>{content.text}</NoteText>
      {content.kind === 'question' && content.answer !== null && (
        <div className="mt-1 grid gap-0.5 border-l-2 border-line pl-3">
          <p className="text-xs font-semibold text-muted">Host</p>
          <NoteText>{content.answer}</NoteText>
        </div>
      )}
    </>
  );
}

function renderAuthor({ content, gone, uid }: LiveNote, memberUid: string): ReactNode {
  if (content.kind === 'note') return 'Host';
  if (content.kind === 'level') return 'Host, level';
  if (gone !== null) return 'Question';
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {uid === memberUid ? <span>You asked</span> : <bdi>{`${content.name} asked`}</bdi>}
      {content.staff && <StaffMark />}
    </span>
  );
}

function PendingRow({ item, text }: PendingQuestion) {
  const getActions = useItemActions();
  const isRefused = item.state === 'refused';
  return (
    <NoteRow
      author="Your question"
      at={isRefused ? 'not sent' : 'waiting to be sent'}
      onDelete={null}
    >
      <NoteText>{text}</NoteText>
      {isRefused && <RefusedNotice reason={item.reason} {...getActions(item)} />}
    </NoteRow>
  );
}

export const PinnedLevels = ({ notes }: { notes: readonly LiveNote[] }) => {
  const levels = notes.flatMap(({ id, content, gone }) =>
    content.kind === 'level' && gone === null ? [{ id, ...content }] : [],
  );
  if (levels.length === 0) return null;
  return (
    <ul aria-label="Pinned levels" className="flex flex-wrap gap-2 px-4 pb-3">
      {levels.map(({ id, pair, price }) => (
        <li key={id}>
          <Chip>{formatLevel({ pair, price })}</Chip>
        </li>
      ))}
    </ul>
  );
};

const COLLAPSED_NOTES = 30;

/** Newest first, with pending questions on top. */
export function LiveNotes({
  uid,
  notes,
  pending,
  refusals,
  now,
  zone,
}: {
  uid: string;
  notes: readonly LiveNote[];
  pending: readonly PendingQuestion[];
  /** Refused deletions. */
  refusals: readonly Refusal[];
  now: number;
  zone: Zone;
}) {
  const [isExpanded, setExpanded] = useState(false);
  const { problem, run } = useAction();
  const isVisible = ({ id }: LiveNote, index: number) =>
    isExpanded || index < COLLAPSED_NOTES || refusals.some(isAbout(id));
  const remove = (id: string) => run(() => enqueueLiveAction(uid, { action: 'delete', id }));
  return (
    <>
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <ul aria-label="Notes">
        {pending.map((question) => (
          <PendingRow key={question.item.id} {...question} />
        ))}
        {notes.filter(isVisible).map((note) => (
          <NoteRow
            key={note.id}
            author={renderAuthor(note, uid)}
            at={formatMoment(Date.parse(note.createdAt), now, zone)}
            onDelete={note.uid === uid && note.gone === null ? () => remove(note.id) : null}
          >
            <NoteContent note={note} />
            <Refusals refusals={refusals.filter(isAbout(note.id))} />
          </NoteRow>
        ))}
      </ul>
      {!isExpanded && notes.length > COLLAPSED_NOTES && (
        <div className="border-t border-line-soft px-4 py-2">
          <Button size="small" onClick={() => setExpanded(true)}>
            {`Show all ${notes.length} notes`}
          </Button>
        </div>
      )}
    </>
  );
}

const draftSchema = z.object({ text: z.string() });

export function AskHost({ uid, session }: { uid: string; session: string }) {
  const form = useForm(
    {
      safeParse: ({ text }: { text: string }) =>
        liveActionSchema.safeParse({ action: 'ask', session, text }),
    },
    {
      initial: { text: '' },
      draft: { name: 'ask-host', schema: draftSchema },
      onSubmit: (action) => enqueueLiveAction(uid, action),
      failure: SAVE_FAILED,
      failureField: 'text',
      clears: true,
    },
  );
  return (
    <form {...form.props} className="grid gap-3 border-t border-line-soft p-4">
      <TextField
        {...form.field('text')}
        label="Ask the host"
        autoComplete="off"
        help={formatTextLength(form.values.text, QUESTION_MAX_LENGTH)}
      />
      <div>
        <Button type="submit">Ask</Button>
      </div>
    </form>
  );
}
