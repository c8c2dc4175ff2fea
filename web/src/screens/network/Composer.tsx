import { formatDate, formatZonedTime } from '@quantalgo/contracts/core/format';
import { parseSlotId } from '@quantalgo/contracts/core/slots';
import { POST_MAX_LENGTH, postTextSchema } from '@quantalgo/contracts/network/post';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useDraft } from '../../data/core/useDraft';
import { useForm } from '../../data/core/useForm';
import { usePictureChoice } from '../../data/pictures/usePictureChoice';
import { enqueueNetworkAction } from '../../data/network/useNetwork';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { TextArea } from '../../ui/Field';
import { lazyComponent } from '../../ui/lazyComponent';
import { formatTextLength } from '../../ui/lengthText';
import { AttachmentChip, AttachedPicture, PictureButton } from './Attachments';
import type { EmbedSelection } from './EmbedChoice';
import { SAVE_FAILED } from '../../ui/storageText';

/** Lazy, because it includes configurations and the journal. */
const EmbedChoice = lazyComponent(async () => (await import('./EmbedChoice')).EmbedChoice);

const readPicture = (draft: unknown): string | null => z.uuid().safeParse(draft).data ?? null;

function AttachedSignal({ slot, onRemove }: { slot: string; onRemove: (() => void) | undefined }) {
  const zone = useZone();
  const at = parseSlotId(slot);
  return (
    <AttachmentChip removeLabel="Remove the signal" onRemove={onRemove}>
      <span>{`Signal from ${formatDate(at, zone)}, ${formatZonedTime(at, zone)}`}</span>
      <span className="block text-xs text-muted">Shown with the post once the signal settles</span>
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

const postSchema = z.object({ text: postTextSchema });

const draftSchema = z.object({ text: z.string() });

/** Unsent input survives reloads. `onPosted` receives true if nothing was typed in the meantime. */
function usePost(
  { uid, to, signal = null, onSent }: ComposerProps,
  onPosted: (isComplete: boolean) => void,
) {
  const [embed, setEmbed] = useState<EmbedSelection>();
  const pictureDraft = useDraft('post-picture', (draft) =>
    to === null ? readPicture(draft) : null,
  );
  const pictureId = pictureDraft.value;
  const picture = usePictureChoice(uid, {
    slot: null,
    id: pictureId,
    saved: null,
    onId: pictureDraft.setValue,
  });
  const form = useForm(postSchema, {
    initial: { text: '' },
    draft: { name: `post-${to ?? 'new'}`, schema: draftSchema },
    onSubmit: async ({ text }, { isCurrent }) => {
      const withPicture = pictureId === null ? {} : { picture: pictureId };
      const post = { text, signal, embed: embed?.wanted, ...withPicture };
      await enqueueNetworkAction(uid, { action: 'write', to, ...post });
      setEmbed((current) => (current === embed ? undefined : current));
      if (pictureId !== null) pictureDraft.clearIfUnchanged(pictureId);
      // `onSent` closes an answer's form, which would discard text typed since.
      if (isCurrent() || to === null) onSent?.();
      onPosted(isCurrent());
    },
    failure: SAVE_FAILED,
    failureField: 'text',
    clears: true,
  });
  return { form, embed, setEmbed, picture };
}

/** The form for a new post is a single line until focused, and collapses again once sent. */
export function Composer(props: ComposerProps) {
  const { uid, to, signal = null, onDetachSignal } = props;
  const [isExpanded, setExpanded] = useState(false);
  const [isPosted, setIsPosted] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const { form, embed, setEmbed, picture } = usePost(props, (isComplete) => {
    setIsPosted(true);
    if (!isComplete) return;
    setExpanded(false);
    input.current?.form?.focus();
  });
  const text = form.field('text');
  const isNew = to === null;
  const isOpen =
    isExpanded || !isNew || text.value !== '' || signal !== null || picture.id !== null;
  const focusInput = () => input.current?.focus();
  useEffect(() => {
    if (!isNew) input.current?.focus();
  }, [isNew]);
  return (
    <form
      {...form.props}
      tabIndex={-1}
      aria-label={isNew ? 'New post' : 'New reply'}
      className="grid gap-2"
    >
      <TextArea
        {...text}
        ref={input}
        label={isNew ? 'Write a message' : 'Your reply'}
        hideLabel
        rows={isOpen ? 3 : 1}
        help={formatTextLength(text.value, POST_MAX_LENGTH)}
        onFocus={() => setExpanded(true)}
        onChange={(event) => {
          setIsPosted(false);
          text.onChange(event);
        }}
      />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {picture.id !== null && <AttachedPicture choice={picture} onRemoved={focusInput} />}
        {signal !== null && <AttachedSignal slot={signal} onRemove={onDetachSignal} />}
        {embed && (
          <AttachmentChip
            removeLabel="Remove the attachment"
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
            busyLabel={picture.isBusy ? 'Resizing…' : undefined}
            className="ml-auto"
          >
            {isNew ? 'Post' : 'Reply'}
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {isPosted && 'Posted'}
      </p>
    </form>
  );
}
