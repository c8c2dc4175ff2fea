import type { User } from '@quantalgo/contracts/account/member';
import { publicName } from '@quantalgo/contracts/account/shownName';
import { CHAT_MAX_LENGTH, messageTextSchema } from '@quantalgo/contracts/chat/chat';
import { momentText, zonedTime } from '@quantalgo/contracts/core/format';
import type { NetworkAct } from '@quantalgo/contracts/network/post';
import { SendHorizontal } from 'lucide-react';
import { type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { useNow } from '../../data/core/clock';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import { actInChat, type Chat as ChatState, useChat } from '../../data/chat/useChat';
import { mentionsIn } from '../../data/chat/view';
import { act } from '../../data/network/useNetwork';
import type { PostView } from '../../data/network/view';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { CONTROL_CLASS } from '../../ui/Field';
import { lengthText } from '../../ui/lengthText';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { Delivery, silenceText } from '../network/Delivery';
import { PinnedNotes } from './PinnedNotes';
import { PostMenu } from '../network/PostMenu';
import { VerifiedMark } from './SampleChat';
import { isAllSeeded, SeededMark, SeededNote } from '../network/SeededNote';
import { StaffMark } from '../network/StaffMark';

const FAILED = 'It could not be saved on this device. Please try again.';

const DRAFT = 'chat';

const draft = () => {
  const kept = readDraft(DRAFT);
  return typeof kept === 'string' ? kept : '';
};

const joined = (...texts: readonly string[]) => texts.filter((text) => text !== '').join(' ');

/**
 * The text of the field, which is empty as soon as a message is sent, so that the next one can be typed. Until it is
 * stored a message stays in the draft: a page that is closed too early has it in the field when it is back.
 */
function useField() {
  const [text, setText] = useState(draft);
  const newest = useRef(text);
  const unstored = useRef<readonly { readonly message: string }[]>([]);
  const type = (next: string) => {
    newest.current = next;
    setText(next);
    const all = joined(...unstored.current.map(({ message }) => message), next);
    writeDraft(DRAFT, all === '' ? null : all);
  };
  /** Stores a message; one that can't be stored comes back before what was typed since. @throws why it can't */
  const send = async (message: string, store: () => Promise<void>) => {
    const sending = { message };
    const without = () => {
      unstored.current = unstored.current.filter((one) => one !== sending);
    };
    unstored.current = [...unstored.current, sending];
    type('');
    try {
      await store();
      without();
      type(newest.current);
    } catch (error) {
      without();
      type(joined(message, newest.current));
      throw error;
    }
  };
  return { text, type, send };
}

/** Hiding an author holds in both rooms, and is the network's act. */
async function perform(uid: string, wanted: NetworkAct): Promise<void> {
  if (wanted.act === 'delete' || wanted.act === 'report') await actInChat(uid, wanted);
  else await act(uid, wanted);
}

/** Writes a message: Enter sends it, and what is empty is ignored. */
function Composer({
  uid,
  messages,
  field: { text, type, send },
  input,
}: {
  uid: string;
  /** Whom a text can name: the authors of these. */
  messages: readonly PostView[];
  field: ReturnType<typeof useField>;
  input: RefObject<HTMLInputElement | null>;
}) {
  const [error, setError] = useState<string>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const said = messageTextSchema.safeParse(text);
    if (text.trim() === '') return;
    if (!said.success) return setError(said.error.issues[0]?.message);
    const mentions = [...mentionsIn(said.data, messages)];
    const message = { act: 'write', text: said.data, mentions } as const;
    setError(undefined);
    send(said.data, () => actInChat(uid, message)).catch(() => setError(FAILED));
  };
  return (
    <>
      <form noValidate onSubmit={submit} className="flex gap-2">
        <input
          ref={input}
          aria-label="Message"
          aria-describedby="chat-note"
          placeholder="Write a message"
          autoComplete="off"
          maxLength={CHAT_MAX_LENGTH}
          value={text}
          onChange={({ target }) => type(target.value)}
          className={CONTROL_CLASS}
        />
        <Button type="submit" className="shrink-0">
          <SendHorizontal size={18} aria-hidden />
          <span className="max-sm:sr-only">Send</span>
        </Button>
      </form>
      <p id="chat-note" className="mt-2 text-xs text-muted tabular-nums">
        {lengthText(text, CHAT_MAX_LENGTH) ??
          `Essential members only.${messages.length > 0 ? ' Tap a name to mention someone.' : ''}`}
      </p>
      {error !== undefined && (
        <p role="alert" className="text-xs text-put">
          {error}
        </p>
      )}
    </>
  );
}

const Author = ({ post, onName }: { post: PostView; onName: (() => void) | null }) => {
  const name = post.isOwn ? 'You' : post.name;
  return (
    <>
      {post.isOwn || onName === null ? (
        <span className="min-w-0 truncate text-sm font-semibold text-text">{name}</span>
      ) : (
        <button
          type="button"
          aria-label={`Mention ${name}`}
          onClick={onName}
          className="min-w-0 truncate text-sm font-semibold text-text hover:underline"
        >
          {name}
        </button>
      )}
      {post.staff && <StaffMark />}
      {post.tier === 'essential' && <VerifiedMark />}
    </>
  );
};

/** A message with what its reader can do. */
function Message({
  uid,
  post,
  ownName,
  isMarked,
  onName,
}: {
  uid: string;
  post: PostView;
  /** How others name this member. */
  ownName: string;
  /** Whether it says itself that it is the demonstration's, where it is. */
  isMarked: boolean;
  /** Puts the author's name into the field; null for who may only read. */
  onName: (() => void) | null;
}) {
  const zone = useZone();
  const now = useNow(60_000);
  if (post.gone !== null)
    return (
      <li className="border-t border-line-soft px-4 py-3 text-sm text-muted">
        {`Moderators removed this message${post.reason === null ? '' : `: ${post.reason}`}.`}
      </li>
    );
  const isNamed = !post.isOwn && post.text.includes(`@${ownName}`);
  return (
    <li
      className={`border-t border-line-soft px-4 py-3 ${isNamed ? 'border-l-2 border-l-amber' : ''}`}
    >
      <div className="flex items-center gap-1.5 text-xs text-muted">
        <Author post={post} onName={onName} />
        {isNamed && <span className="whitespace-nowrap text-amber">mentions you</span>}
        {isMarked && post.seeded && <SeededMark />}
        <span translate="no" className="ml-auto shrink-0 tabular-nums">
          {momentText(post.createdAt, now, zone)}
        </span>
        {post.delivery.state === 'open' && <PostMenu uid={uid} post={post} perform={perform} />}
      </div>
      <p className="mt-1 text-sm wrap-anywhere">{post.text}</p>
      <Delivery delivery={post.delivery} />
    </li>
  );
}

const HISTORY_TEXT = {
  idle: 'Earlier messages',
  asking: 'Loading…',
  failed: 'Earlier messages: try again',
} as const;

/** The way back into the history. */
function Earlier({ chat: { messages, history, askEarlier } }: { chat: ChatState }) {
  if (messages.length === 0) return null;
  return (
    <div className="border-t border-line-soft p-3 text-center text-xs text-muted">
      {history === 'whole' ? (
        <span>This is where the chat begins.</span>
      ) : (
        <Button variant="quiet" size="small" disabled={history === 'asking'} onClick={askEarlier}>
          {HISTORY_TEXT[history]}
        </Button>
      )}
      {history === 'failed' && <p role="status">Earlier messages need a connection.</p>}
    </div>
  );
}

/** The chat of essential members, newest on top. What is written offline waits here. */
export function Chat({ member }: { member: User }) {
  const { id: uid, fullName, staff } = member;
  const chat = useChat(member);
  const zone = useZone();
  const field = useField();
  const input = useRef<HTMLInputElement>(null);
  if (!chat) return <Skeleton className="h-96 w-full rounded-lg" />;
  const isSeeded = isAllSeeded(chat.messages);
  const silence = silenceText(chat.room?.me ?? null, (at) => zonedTime(at, zone));
  const naming = (name: string) => () => {
    const { text, type } = field;
    type(`${text}${text === '' || text.endsWith(' ') ? '' : ' '}@${name} `);
    input.current?.focus();
  };
  return (
    <Panel title="VIP chat">
      <PinnedNotes notes={chat.notes} zone={zone} />
      <div className="border-t border-line-soft p-4">
        {silence === null ? (
          <Composer uid={uid} messages={chat.messages} field={field} input={input} />
        ) : (
          <Notice tone="warning">{silence}</Notice>
        )}
      </div>
      {chat.messages.length === 0 && (
        <p className="border-t border-line-soft p-4 text-sm text-muted">
          Nobody has written yet. Say good morning.
        </p>
      )}
      {isSeeded && <SeededNote what="messages" />}
      <ol aria-label="Messages, newest first" aria-live="polite">
        {chat.messages.map((post) => (
          <Message
            key={post.id}
            uid={uid}
            post={post}
            ownName={publicName({ uid, fullName, staff })}
            isMarked={!isSeeded}
            onName={silence === null ? naming(post.name) : null}
          />
        ))}
      </ol>
      <Earlier chat={chat} />
    </Panel>
  );
}
