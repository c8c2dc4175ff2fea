import {
  MAX_PINNED_NOTES,
  MAX_NOTE_LENGTH,
  type PinnedNote,
  pinnedTextSchema,
} from '@quantalgo/contracts/chat/pinnedNotes';
import { pinnedNotesEndpoints } from '@quantalgo/contracts/chat/pinnedNotesEndpoints';
import { formatMoment } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { useForm } from '../../data/core/useForm';
import { useIdempotentRequest } from '../../data/core/useIdempotentRequest';
import { useMutation } from '../../data/core/useMutation';
import { changePinned, usePinned } from '../../data/console/pinnedNotes';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { TextArea } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { Age, QueryList, QueryNotice } from './QueryList';

const PIN_ERROR = toFailureText(pinnedNotesEndpoints.changePinned);

const noteSchema = z.object({ text: pinnedTextSchema });

interface NoteProps {
  readonly onChanged: (notes: readonly PinnedNote[]) => void;
}

function NoteForm({
  note,
  onChanged,
  onCancel,
}: NoteProps & { note: PinnedNote | null; onCancel?: () => void }) {
  const online = useOnline();
  const change = useIdempotentRequest(changePinned);
  const form = useForm(noteSchema, {
    initial: { text: note?.text ?? '' },
    onSubmit: async ({ text }) =>
      onChanged(
        await change(note ? { action: 'edit', id: note.id, text } : { action: 'pin', text }),
      ),
    failure: PIN_ERROR,
    clears: true,
  });
  return (
    <form {...form.props} className="grid gap-3">
      <TextArea
        {...form.field('text')}
        label={note ? 'Note' : 'New note'}
        rows={3}
        help={`${form.values.text.trim().length} of ${MAX_NOTE_LENGTH} characters. Essential members see it at once, signed “Staff”.`}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="small"
          disabled={!online}
          busyLabel={form.pending ? 'Saving…' : undefined}
        >
          {note ? 'Save' : 'Pin it'}
        </Button>
        {onCancel && (
          <Button variant="quiet" size="small" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      {form.failure !== null && <Notice tone="error">{form.failure}</Notice>}
    </form>
  );
}

function Pinned({ note, onChanged }: NoteProps & { note: PinnedNote }) {
  const { id, text, pinnedAt, editedAt } = note;
  const online = useOnline();
  const now = useNow(60_000);
  const [editing, setEditing] = useState(false);
  const change = useIdempotentRequest(changePinned);
  const { pending, failure, send } = useMutation(
    async () => onChanged(await change({ action: 'unpin', id })),
    PIN_ERROR,
  );
  const handleEdited = (notes: readonly PinnedNote[]) => {
    setEditing(false);
    onChanged(notes);
  };
  const formatTime = (time: string) => formatMoment(Date.parse(time), now, WAT);
  return (
    <li className="grid gap-3 px-4 py-4">
      {editing ? (
        <NoteForm note={note} onChanged={handleEdited} onCancel={() => setEditing(false)} />
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
              onClick={() => void send()}
            >
              Unpin
            </Button>
          </div>
          {failure !== null && <Notice tone="error">{failure}</Notice>}
        </>
      )}
    </li>
  );
}

/** Shows no offline notice, because the screen already has one. */
export function PinnedNotes() {
  const query = usePinned();
  const { data, update } = query;
  const online = useOnline();
  const change = (notes: readonly PinnedNote[]) => update(() => notes);
  const isFull = (data?.length ?? 0) >= MAX_PINNED_NOTES;
  return (
    <>
      {online && <QueryNotice query={query} />}
      <Panel title="Notes above the chat" aside={<Age query={query} />}>
        <QueryList query={query} label="Pinned notes" none="Nothing is pinned.">
          {(note) => <Pinned key={note.id} note={note} onChanged={change} />}
        </QueryList>
        {data && (
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
