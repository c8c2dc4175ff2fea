import {
  MAX_PINNED_NOTES,
  type PinAction,
  PINNED_MAX_LENGTH,
  type PinnedNote,
  pinnedTextSchema,
} from '@quantalgo/contracts/chat/pinnedNotes';
import { pinnedNotesEndpoints } from '@quantalgo/contracts/chat/pinnedNotesEndpoints';
import { formatMoment } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { type SubmitEvent, useRef, useState } from 'react';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { useMutation } from '../../data/core/useMutation';
import { changePinned, usePinned } from '../../data/console/pinnedNotes';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { TextArea } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { Age, QueryList, QueryNotice } from './QueryList';

/** Retries an action under the same key until the server has accepted it, so that a note is pinned only once. */
function usePinning(onChanged: (notes: readonly PinnedNote[]) => void) {
  const pending = useRef({ body: '', key: '' });
  return useMutation(async (action: PinAction) => {
    const body = JSON.stringify(action);
    if (pending.current.body !== body) pending.current = { body, key: crypto.randomUUID() };
    const notes = await changePinned(action, pending.current.key);
    pending.current = { body: '', key: '' };
    onChanged(notes);
  }, toFailureText(pinnedNotesEndpoints.changePinned));
}

interface NoteProps {
  readonly onChanged: (notes: readonly PinnedNote[]) => void;
}

function NoteForm({
  note,
  onChanged,
  onLeave,
}: NoteProps & { note: PinnedNote | null; onLeave?: () => void }) {
  const online = useOnline();
  const [text, setText] = useState(note?.text ?? '');
  const [error, setError] = useState<string>();
  const { pending, failure, send } = usePinning((notes) => {
    setText('');
    onChanged(notes);
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = pinnedTextSchema.safeParse(text);
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    void send(
      note ? { act: 'edit', id: note.id, text: parsed.data } : { act: 'pin', text: parsed.data },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextArea
        label={note ? 'The note' : 'A new note'}
        rows={3}
        help={`${text.trim().length} of ${PINNED_MAX_LENGTH} characters. Essential members read it at once, signed “Staff”.`}
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="small"
          disabled={!online}
          busyLabel={pending ? 'Saving…' : undefined}
        >
          {note ? 'Save' : 'Pin it'}
        </Button>
        {onLeave && (
          <Button variant="quiet" size="small" onClick={onLeave}>
            Cancel
          </Button>
        )}
      </div>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </form>
  );
}

function Pinned({ note, onChanged }: NoteProps & { note: PinnedNote }) {
  const { id, text, pinnedAt, editedAt } = note;
  const online = useOnline();
  const now = useNow(60_000);
  const [editing, setEditing] = useState(false);
  const { pending, failure, send } = usePinning(onChanged);
  const handleEdited = (notes: readonly PinnedNote[]) => {
    setEditing(false);
    onChanged(notes);
  };
  const formatTime = (time: string) => formatMoment(Date.parse(time), now, WAT);
  return (
    <li className="grid gap-3 px-4 py-4">
      {editing ? (
        <NoteForm note={note} onChanged={handleEdited} onLeave={() => setEditing(false)} />
      ) : (
        <>
          <p className="max-w-prose text-sm wrap-anywhere whitespace-pre-wrap">{text}</p>
          <p className="text-xs text-muted tabular-nums">
            {`Pinned ${formatTime(pinnedAt)}${editedAt !== null ? `, edited ${formatTime(editedAt)}` : ''}`}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="small" disabled={!online} onClick={() => setEditing(true)}>
              Edit
            </Button>
            <Button
              size="small"
              variant="danger"
              disabled={!online || pending}
              onClick={() => void send({ act: 'take-down', id })}
            >
              Take down
            </Button>
          </div>
          {failure !== null && <Notice tone="error">{failure}</Notice>}
        </>
      )}
    </li>
  );
}

/** The screen shows the offline notice, so this doesn't. */
export function PinnedNotes() {
  const query = usePinned();
  const { seen, update } = query;
  const online = useOnline();
  const change = (notes: readonly PinnedNote[]) => update(() => notes);
  const isFull = (seen?.value.length ?? 0) >= MAX_PINNED_NOTES;
  return (
    <>
      {online && <QueryNotice query={query} />}
      <Panel title="Notes above the chat" aside={<Age query={query} />}>
        <QueryList query={query} label="Pinned notes" none="Nothing is pinned.">
          {(note) => <Pinned key={note.id} note={note} onChanged={change} />}
        </QueryList>
        {seen && (
          <div className="border-t border-line-soft p-4">
            {isFull ? (
              <p className="text-sm text-muted">
                {`${MAX_PINNED_NOTES} notes are pinned, which is the limit. Take one down to pin another.`}
              </p>
            ) : (
              <NoteForm note={null} onChanged={change} />
            )}
          </div>
        )}
      </Panel>
    </>
  );
}
