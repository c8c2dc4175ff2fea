import type { User } from '@quantalgo/contracts/account/member';
import { formatPublicName } from '@quantalgo/contracts/account/shownName';
import { parseMentions } from '@quantalgo/contracts/network/mentions';
import {
  joinMessageLines,
  MAX_MESSAGE_LENGTH,
  messageTextSchema,
} from '@quantalgo/contracts/chat/chat';
import { formatMoment } from '@quantalgo/contracts/core/format';
import type { NetworkAction } from '@quantalgo/contracts/network/post';
import { SendHorizontal } from 'lucide-react';
import { type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { useNow } from '../../data/core/clock';
import { useFirstLoad } from '../../data/storage/memberDatabase';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import { enqueueChatAction, type Chat as ChatState, useChat } from '../../data/chat/useChat';
import { findMentions } from '../../data/chat/view';
import { findUnattached, isAbout, type Refusal } from '../../data/network/refusals';
import { enqueueNetworkAction } from '../../data/network/useNetwork';
import { isStored, type PostView } from '../../data/network/view';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { CONTROL_CLASS } from '../../ui/Field';
import { formatTextLength } from '../../ui/lengthText';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { Delivery, describeRestriction } from '../network/Delivery';
import { PinnedNotes } from './PinnedNotes';
import { PostMenu } from '../network/PostMenu';
import { Refusals } from '../network/Refusals';
import { VerifiedMark } from './SampleChat';
import { isAllSeeded, SeededMark, SeededNote } from '../network/SeededNote';
import { StaffMark } from '../network/StaffMark';
import { SAVE_FAILED } from '../../ui/storageText';

const DRAFT_KEY = 'chat';

const readStoredDraft = () => {
  const stored = readDraft(DRAFT_KEY);
  return typeof stored === 'string' ? stored : '';
};

const joinTexts = (...texts: readonly string[]) => texts.filter((text) => text !== '').join(' ');

/**
 * Clears the field as soon as a message is sent. The draft keeps the message until it is stored, so
 * that closing the page too early doesn't lose it.
 */
function useField() {
  const [text, setText] = useState(readStoredDraft);
  const latestText = useRef(text);
  const pendingMessages = useRef<readonly { readonly message: string }[]>([]);
  const type = (next: string) => {
    latestText.current = next;
    setText(next);
    const draftText = joinTexts(...pendingMessages.current.map(({ message }) => message), next);
    writeDraft(DRAFT_KEY, draftText === '' ? null : draftText);
  };
  /** If storing fails, puts the message back before any text typed since, and rethrows. */
  const send = async (message: string, store: () => Promise<void>) => {
    const pendingMessage = { message };
    const removePending = () => {
      pendingMessages.current = pendingMessages.current.filter((item) => item !== pendingMessage);
    };
    pendingMessages.current = [...pendingMessages.current, pendingMessage];
    type('');
    try {
      await store();
      removePending();
      type(latestText.current);
    } catch (error) {
      removePending();
      type(joinTexts(message, latestText.current));
      throw error;
    }
  };
  return { text, type, send };
}

/** Hiding an author applies in both rooms, so the network handles it. */
async function perform(uid: string, action: NetworkAction): Promise<void> {
  if (action.action === 'delete' || action.action === 'report')
    await enqueueChatAction(uid, action);
  else await enqueueNetworkAction(uid, action);
}

function Composer({
  uid,
  messages,
  field: { text, type, send },
  input,
}: {
  uid: string;
  /** Their authors are suggested for mentions. */
  messages: readonly PostView[];
  field: ReturnType<typeof useField>;
  input: RefObject<HTMLInputElement | null>;
}) {
  const [error, setError] = useState<string>();
  const written = joinMessageLines(text);
  const isTooLong = written.length > MAX_MESSAGE_LENGTH;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = messageTextSchema.safeParse(text);
    if (written === '') return;
    // A post's longer limit comes first.
    if (!parsed.success) return setError(parsed.error.issues.at(-1)?.message);
    const mentions = [...findMentions(parsed.data, messages)];
    const message = { action: 'write', text: parsed.data, mentions } as const;
    setError(undefined);
    send(parsed.data, () => enqueueChatAction(uid, message)).catch(() => setError(SAVE_FAILED));
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
          aria-invalid={isTooLong}
          value={text}
          onChange={({ target }) => type(target.value)}
          className={CONTROL_CLASS}
        />
        <Button type="submit" className="shrink-0">
          <SendHorizontal size={18} aria-hidden />
          <span className="max-sm:sr-only">Send</span>
        </Button>
      </form>
      <p
        id="chat-note"
        className={`mt-2 text-xs tabular-nums ${isTooLong ? 'text-put' : 'text-muted'}`}
      >
        {formatTextLength(written, MAX_MESSAGE_LENGTH) ??
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

const Author = ({ post, onMention }: { post: PostView; onMention: (() => void) | null }) => {
  const name = post.isOwn ? 'You' : post.name;
  return (
    <>
      {post.isOwn || onMention === null ? (
        <span className="min-w-0 truncate text-sm font-semibold text-text">{name}</span>
      ) : (
        <button
          type="button"
          aria-label={`Mention ${name}`}
          onClick={onMention}
          className="-my-3 min-h-11 min-w-11 truncate text-left text-sm font-semibold text-text hover:underline"
        >
          {name}
        </button>
      )}
      {post.staff && <StaffMark />}
      {post.tier === 'essential' && <VerifiedMark />}
    </>
  );
};

function Message({
  uid,
  post,
  names,
  ownName,
  isMarked,
  refusals,
  onMention,
}: {
  uid: string;
  post: PostView;
  /** Of all writers, because one name may begin with another. */
  names: readonly string[];
  /** The member's name as others see it in mentions. */
  ownName: string;
  /** Show the demonstration tag on this message. */
  isMarked: boolean;
  /** Refused actions on this message. */
  refusals: readonly Refusal[];
  /** Null if the member can't write. */
  onMention: (() => void) | null;
}) {
  const zone = useZone();
  const now = useNow(60_000);
  if (post.gone !== null)
    return (
      <li className="border-t border-line-soft px-4 py-3 text-sm text-muted">
        <span>{`Moderators removed this message${post.reason === null ? '' : `: ${post.reason}`}.`}</span>
        <Refusals refusals={refusals} className="mt-2" />
      </li>
    );
  const isMentioned =
    !post.isOwn && parseMentions(post.text, [...names, ownName]).mentioned.has(ownName);
  return (
    <li
      className={`border-t border-line-soft px-4 py-3 ${isMentioned ? 'border-l-2 border-l-amber' : ''}`}
    >
      <div className="flex items-center gap-1.5 text-xs text-muted">
        <Author post={post} onMention={onMention} />
        {isMentioned && <span className="whitespace-nowrap text-amber">mentions you</span>}
        {isMarked && post.seeded && <SeededMark />}
        <span translate="no" className="ml-auto shrink-0 tabular-nums">
          {formatMoment(post.createdAt, now, zone)}
        </span>
        {isStored(post) && <PostMenu uid={uid} post={post} perform={perform} />}
      </div>
      <p className="mt-1 text-sm wrap-anywhere">{post.text}</p>
      <Delivery delivery={post.delivery} />
      <Refusals refusals={refusals} className="mt-2" />
    </li>
  );
}

const HISTORY_TEXT = {
  idle: 'Load earlier messages',
  loading: 'Loading…',
  failed: 'Try again',
} as const;

function Earlier({ chat: { messages, history, loadEarlier } }: { chat: ChatState }) {
  if (messages.length === 0) return null;
  return (
    <div className="border-t border-line-soft p-3 text-center text-xs text-muted">
      {history === 'whole' ? (
        <span>This is where the chat begins.</span>
      ) : (
        <Button variant="quiet" size="small" disabled={history === 'loading'} onClick={loadEarlier}>
          {HISTORY_TEXT[history]}
        </Button>
      )}
      {history === 'failed' && (
        <p role="status">Couldn’t load earlier messages. Check your connection.</p>
      )}
    </div>
  );
}

/**
 * Reserves a phone's screen until the first messages load, so that the content below doesn't jump.
 */
const RESERVED_HEIGHT_CLASS = 'max-lg:min-h-svh';

/** On wide screens the chat fills its parent, and the messages scroll inside. */
const FILL_CLASS = 'lg:absolute lg:inset-0';

export function Chat({ member }: { member: User }) {
  const { id: uid, fullName, staff } = member;
  const chat = useChat(member);
  const zone = useZone();
  const now = useNow(60_000);
  const field = useField();
  const input = useRef<HTMLInputElement>(null);
  const isFirstLoad = useFirstLoad(chat?.room, chat?.hasFailed);
  if (!chat || isFirstLoad)
    return <Skeleton className={`h-svh w-full rounded-lg ${FILL_CLASS} lg:h-auto`} />;
  const isSeeded = isAllSeeded(chat.messages);
  const names = [...new Set(chat.messages.map(({ name }) => name))];
  const silence = describeRestriction(chat.room?.me ?? null, (at) => formatMoment(at, now, zone));
  const createMention = (name: string) => () => {
    const { text, type } = field;
    type(`${text}${text === '' || text.endsWith(' ') ? '' : ' '}@${name} `);
    input.current?.focus();
  };
  return (
    <Panel
      title="VIP chat"
      className={`flex flex-col ${FILL_CLASS} ${chat.room === null ? RESERVED_HEIGHT_CLASS : ''}`}
    >
      <PinnedNotes notes={chat.notes} zone={zone} />
      <div className="border-t border-line-soft p-4">
        {silence === null ? (
          <Composer uid={uid} messages={chat.messages} field={field} input={input} />
        ) : (
          <Notice tone="warning">{silence}</Notice>
        )}
      </div>
      <Refusals refusals={findUnattached(chat.refusals, chat.messages)} className="px-4 pb-4" />
      {chat.messages.length === 0 && (
        <p className="border-t border-line-soft p-4 text-sm text-muted">
          {chat.room === null
            ? 'The messages aren’t on this device yet. They’ll appear once the server answers.'
            : 'No messages yet. Say hello.'}
        </p>
      )}
      {isSeeded && <SeededNote what="messages" />}
      <div className="min-h-0 flex-1 lg:overflow-y-auto">
        <ol
          aria-label="Messages, newest first"
          aria-live="polite"
          aria-busy={chat.history === 'loading'}
        >
          {chat.messages.map((post) => (
            <Message
              key={post.id}
              uid={uid}
              post={post}
              names={names}
              ownName={formatPublicName({ uid, fullName, staff })}
              isMarked={!isSeeded}
              refusals={chat.refusals.filter(isAbout(post.id))}
              onMention={silence === null ? createMention(post.name) : null}
            />
          ))}
        </ol>
        <Earlier chat={chat} />
      </div>
    </Panel>
  );
}
