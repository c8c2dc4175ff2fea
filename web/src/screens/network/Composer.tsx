import { dateText, zonedTime } from '@quantalgo/contracts/core/format';
import { slotStartOfId } from '@quantalgo/contracts/core/slots';
import { POST_MAX_LENGTH, postTextSchema } from '@quantalgo/contracts/network/post';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useDraft, useTextDraft } from '../../data/core/useDraft';
import { useOnce } from '../../data/core/useOnce';
import { usePictureChoice } from '../../data/pictures/usePictureChoice';
import { act } from '../../data/network/useNetwork';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { TextArea } from '../../ui/Field';
import { lazyComponent } from '../../ui/lazyComponent';
import { lengthText } from '../../ui/lengthText';
import { Attached, AttachedPicture, PictureButton } from './Attachments';
import type { ChosenEmbed } from './EmbedChoice';

/** With what it offers: configurations and the journal. */
const EmbedChoice = lazyComponent(async () => (await import('./EmbedChoice')).EmbedChoice);

const FAILED = 'It could not be saved on this device. Please try again.';

const readPicture = (draft: unknown): string | null => z.uuid().safeParse(draft).data ?? null;

/** The signal that goes with a post. */
function AttachedSignal({ slot, onLeave }: { slot: string; onLeave: (() => void) | undefined }) {
  const zone = useZone();
  const at = slotStartOfId(slot);
  return (
    <Attached leave="Remove the signal" onLeave={onLeave}>
      <span>{`Signal of ${dateText(at, zone)}, ${zonedTime(at, zone)}`}</span>
      <span className="block text-xs text-muted">Shown with the post once it is settled</span>
    </Attached>
  );
}

interface ComposerProps {
  uid: string;
  /** The post that is answered; null for a new one. */
  to: string | null;
  /** The slot of a settled signal that goes with it; null for none. */
  signal?: string | null;
  onSent?: () => void;
  /** Leaves the signal out. */
  onForget?: () => void;
}

/** What became of a post: `continued` where it is on its way, and more was typed meanwhile. */
type SendOutcome = 'refused' | 'sent' | 'continued';

/** What a member writes, and sends with it. What is typed survives reloads. */
function usePost({ uid, to, signal = null, onSent }: ComposerProps) {
  const { text, type: write, drop } = useTextDraft(`post-${to ?? 'new'}`);
  const [embed, setEmbed] = useState<ChosenEmbed>();
  const [error, setError] = useState<string>();
  const chosen = useDraft('post-picture', (draft) => (to === null ? readPicture(draft) : null));
  const pictureId = chosen.typed;
  const picture = usePictureChoice(uid, {
    slot: null,
    id: pictureId,
    saved: null,
    onId: chosen.type,
  });
  const type = (next: string) => {
    write(next);
    setError(undefined);
  };
  const send = async (): Promise<SendOutcome> => {
    const parsed = postTextSchema.safeParse(text);
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return 'refused';
    const withPicture = pictureId === null ? {} : { picture: pictureId };
    const post = { text: parsed.data, signal, embed: embed?.wanted, ...withPicture };
    try {
      await act(uid, { act: 'write', to, ...post });
    } catch {
      setError(FAILED);
      return 'refused';
    }
    setEmbed((since) => (since === embed ? undefined : since));
    if (pictureId !== null) chosen.drop(pictureId);
    const isAll = drop(text);
    // It closes the form of an answer, and what was typed since with it.
    if (isAll || to === null) onSent?.();
    return isAll ? 'sent' : 'continued';
  };
  return { text, type, error, embed, setEmbed, picture, send };
}

/**
 * Writes a post, or an answer to one, which waits for a connection. A new post is a single line until it is used: the
 * focus opens it, and it folds up when it is sent.
 */
export function Composer(props: ComposerProps) {
  const { uid, to, signal = null, onForget } = props;
  const { text, type, error, embed, setEmbed, picture, send } = usePost(props);
  const [used, setUsed] = useState(false);
  const [posted, setPosted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const isNew = to === null;
  const isOpen = used || !isNew || text !== '' || signal !== null || picture.id !== null;
  const toText = () => input.current?.focus();
  useEffect(() => {
    if (!isNew) input.current?.focus();
  }, [isNew]);
  const post = useOnce(async () => {
    const outcome = await send();
    if (outcome === 'refused') return toText();
    setPosted(true);
    if (outcome === 'continued') return;
    setUsed(false);
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
        help={lengthText(text, POST_MAX_LENGTH)}
        value={text}
        error={error}
        onFocus={() => setUsed(true)}
        onChange={({ target }) => {
          setPosted(false);
          type(target.value);
        }}
      />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {picture.id !== null && <AttachedPicture choice={picture} onRemoved={toText} />}
        {signal !== null && <AttachedSignal slot={signal} onLeave={onForget} />}
        {embed && (
          <Attached
            leave="Remove it"
            onLeave={() => {
              setEmbed(undefined);
              toText();
            }}
          >
            {embed.words}
          </Attached>
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
        {posted && 'Posted'}
      </p>
    </form>
  );
}
