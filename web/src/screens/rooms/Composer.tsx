import {
  countText,
  dateText,
  POST_MAX_LENGTH,
  postTextSchema,
  slotStartOfId,
  type WantedEmbed,
  zonedTime,
} from '@quantalgo/contracts';
import { type SubmitEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import { usePictureChoice } from '../../data/pictures/usePictureChoice';
import { act } from '../../data/rooms/network/useNetwork';
import { useZone } from '../../tell';
import { Button } from '../../ui/Button';
import { TextArea } from '../../ui/Field';
import { later } from '../../ui/later';
import { PictureField } from '../../ui/Picture';

/** With what it offers: configurations and the journal. */
const EmbedChoice = later(async () => (await import('./EmbedChoice')).EmbedChoice);

const FAILED = 'It could not be saved on this device. Please try again.';

const draftOf = (to: string | null) => `post-${to ?? 'new'}`;

const restored = (to: string | null) => z.string().safeParse(readDraft(draftOf(to))).data ?? '';

const PICTURE_DRAFT = 'post-picture';

const restoredPicture = () => z.uuid().safeParse(readDraft(PICTURE_DRAFT)).data ?? null;

/** Writes a post, or an answer to one. What is typed survives reloads, and what is sent waits for a connection. */
export function Composer({
  uid,
  to,
  signal = null,
  onSent,
  onForget,
}: {
  uid: string;
  /** The post that is answered; null for a new one. */
  to: string | null;
  /** The slot of a settled signal that goes with it; null for none. */
  signal?: string | null;
  onSent?: () => void;
  /** Leaves the signal out. */
  onForget?: () => void;
}) {
  const zone = useZone();
  const [text, setText] = useState(() => restored(to));
  const [embed, setEmbed] = useState<WantedEmbed>();
  const [error, setError] = useState<string>();
  const [picture, setPicture] = useState(() => (to === null ? restoredPicture() : null));
  const input = useRef<HTMLTextAreaElement>(null);
  const type = (next: string) => {
    setText(next);
    setError(undefined);
    writeDraft(draftOf(to), next === '' ? null : next);
  };
  const choose = (id: string | null) => {
    setPicture(id);
    writeDraft(PICTURE_DRAFT, id);
  };
  const choice = usePictureChoice(uid, { slot: null, id: picture, saved: null, onId: choose });
  const send = async () => {
    const parsed = postTextSchema.safeParse(text);
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return input.current?.focus();
    const chosen = to === null && picture !== null ? { picture } : {};
    await act(uid, { act: 'write', to, text: parsed.data, signal, embed, ...chosen });
    type('');
    setEmbed(undefined);
    if (to === null) choose(null);
    onSent?.();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send().catch(() => setError(FAILED));
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextArea
        ref={input}
        label={to === null ? 'Write to the others' : 'Your answer'}
        name="text"
        rows={3}
        help={`${countText(text.trim().length)} of ${countText(POST_MAX_LENGTH)} characters`}
        value={text}
        error={error}
        onChange={({ target }) => type(target.value)}
      />
      {to === null && <PictureField choice={choice} alt="Your picture" />}
      {signal !== null && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted tabular-nums">
          With the signal of {dateText(slotStartOfId(signal), zone)},{' '}
          {zonedTime(slotStartOfId(signal), zone)}, once it is settled
          <Button look="quiet" size="small" onClick={onForget}>
            Leave it out
          </Button>
        </p>
      )}
      {to === null && <EmbedChoice uid={uid} value={embed} onChoose={setEmbed} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small">
          {to === null ? 'Post' : 'Answer'}
        </Button>
      </div>
    </form>
  );
}
