import { formatDate, formatZonedTime } from '@quantalgo/contracts/core/format';
import { parseSlotId } from '@quantalgo/contracts/core/slots';
import { POST_MAX_LENGTH, postTextSchema } from '@quantalgo/contracts/network/post';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useDraft, useTextDraft } from '../../data/core/useDraft';
import { useOnce } from '../../data/core/useOnce';
import { usePictureChoice } from '../../data/pictures/usePictureChoice';
import { enqueueNetworkAction } from '../../data/network/useNetwork';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { TextArea } from '../../ui/Field';
import { lazyComponent } from '../../ui/lazyComponent';
import { formatTextLength } from '../../ui/lengthText';
import { AttachmentChip, AttachedPicture, PictureButton } from './Attachments';
import type { EmbedSelection } from './EmbedChoice';

/** Lazy: brings configurations and the journal. */
const EmbedChoice = lazyComponent(async () => (await import('./EmbedChoice')).EmbedChoice);

const SAVE_FAILED = 'It could not be saved on this device. Please try again.';

const readPicture = (draft: unknown): string | null => z.uuid().safeParse(draft).data ?? null;

function AttachedSignal({ slot, onRemove }: { slot: string; onRemove: (() => void) | undefined }) {
  const zone = useZone();
  const at = parseSlotId(slot);
  return (
    <AttachmentChip removeLabel="Remove the signal" onRemove={onRemove}>
      <span>{`Signal of ${formatDate(at, zone)}, ${formatZonedTime(at, zone)}`}</span>
      <span className="block text-xs text-muted">Shown with the post once it is settled</span>
    </AttachmentChip>
  );
}

interface ComposerProps {
  uid: string;
  /** The post being answered; null for a new one. */
  to: string | null;
  /** Slot of an attached settled signal. */
  signal?: string | null;
  onSent?: () => void;
  onDetachSignal?: () => void;
}

/** `continued`: sent, but more was typed in the meantime. */
type SendOutcome = 'refused' | 'sent' | 'continued';

/** Unsent input survives reloads. */
function usePost({ uid, to, signal = null, onSent }: ComposerProps) {
  const { text, type: setDraft, drop } = useTextDraft(`post-${to ?? 'new'}`);
  const [embed, setEmbed] = useState<EmbedSelection>();
  const [error, setError] = useState<string>();
  const pictureDraft = useDraft('post-picture', (draft) =>
    to === null ? readPicture(draft) : null,
  );
  const pictureId = pictureDraft.typed;
  const picture = usePictureChoice(uid, {
    slot: null,
    id: pictureId,
    saved: null,
    onId: pictureDraft.type,
  });
  const type = (next: string) => {
    setDraft(next);
    setError(undefined);
  };
  const send = async (): Promise<SendOutcome> => {
    const parsed = postTextSchema.safeParse(text);
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return 'refused';
    const withPicture = pictureId === null ? {} : { picture: pictureId };
    const post = { text: parsed.data, signal, embed: embed?.wanted, ...withPicture };
    try {
      await enqueueNetworkAction(uid, { act: 'write', to, ...post });
    } catch {
      setError(SAVE_FAILED);
      return 'refused';
    }
    setEmbed((current) => (current === embed ? undefined : current));
    if (pictureId !== null) pictureDraft.drop(pictureId);
    const isComplete = drop(text);
    // For an answer, this closes the form and discards what was typed since.
    if (isComplete || to === null) onSent?.();
    return isComplete ? 'sent' : 'continued';
  };
  return { text, type, error, embed, setEmbed, picture, send };
}

/** A new post is a single line until focused, and folds up again once sent. Offline posts are pending. */
export function Composer(props: ComposerProps) {
  const { uid, to, signal = null, onDetachSignal } = props;
  const { text, type, error, embed, setEmbed, picture, send } = usePost(props);
  const [isExpanded, setExpanded] = useState(false);
  const [isPosted, setIsPosted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const isNew = to === null;
  const isOpen = isExpanded || !isNew || text !== '' || signal !== null || picture.id !== null;
  const focusInput = () => input.current?.focus();
  useEffect(() => {
    if (!isNew) input.current?.focus();
  }, [isNew]);
  const post = useOnce(async () => {
    const outcome = await send();
    if (outcome === 'refused') return focusInput();
    setIsPosted(true);
    if (outcome === 'continued') return;
    setExpanded(false);
    form.current?.focus();
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void post();
  };
  return (
    <form
      ref={form}
      noValidate
      tabIndex={-1}
      aria-label={isNew ? 'New post' : 'New answer'}
      onSubmit={submit}
      className="grid gap-2"
    >
      <TextArea
        ref={input}
        label={isNew ? 'Write a message' : 'Your answer'}
        hideLabel
        name="text"
        rows={isOpen ? 3 : 1}
        help={formatTextLength(text, POST_MAX_LENGTH)}
        value={text}
        error={error}
        onFocus={() => setExpanded(true)}
        onChange={({ target }) => {
          setIsPosted(false);
          type(target.value);
        }}
      />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {picture.id !== null && <AttachedPicture choice={picture} onRemoved={focusInput} />}
        {signal !== null && <AttachedSignal slot={signal} onRemove={onDetachSignal} />}
        {embed && (
          <AttachmentChip
            removeLabel="Remove it"
            onRemove={() => {
              setEmbed(undefined);
              focusInput();
            }}
          >
            {embed.words}
          </AttachmentChip>
        )}
      </div>
      {isOpen && (
        <div className="-ml-3 flex flex-wrap items-center">
          {isNew && <PictureButton choice={picture} />}
          {isNew && <EmbedChoice uid={uid} onChoose={setEmbed} />}
          <Button
            type="submit"
            size="small"
            variant={isNew ? 'primary' : 'secondary'}
            className="ml-auto"
          >
            {isNew ? 'Post' : 'Answer'}
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {isPosted && 'Posted'}
      </p>
    </form>
  );
}
