import { BadgeCheck, SendHorizontal } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { CHAT_NOTE, MESSAGE_LIMIT, type ChatMessage } from '../../content/essentialRoom';
import { Button } from '../../ui/Button';
import { CONTROL_CLASS } from '../../ui/Field';
import { Panel } from '../../ui/Card';
import { SampleTag } from '../../ui/Chip';
import { useChat } from './useChat';

const Message = ({ said: { user, message, time, verified } }: { said: ChatMessage }) => (
  <li className="border-t border-line-soft px-4 py-3">
    <p className="flex items-center gap-1.5 text-xs text-muted">
      <span className="text-sm font-semibold text-text">{user}</span>
      {verified && (
        <>
          <BadgeCheck size={14} aria-hidden className="text-call" />
          <span className="sr-only">verified</span>
        </>
      )}
      <span className="ml-auto tabular-nums">{time} WAT</span>
    </p>
    <p className="mt-1 text-sm break-words">{message}</p>
  </li>
);

/** The room's chat, kept on this screen alone. The newest message is on top. */
export function VipChat() {
  const [messages, say] = useChat();
  const [text, setText] = useState('');
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    say(text.trim());
    setText('');
  };
  return (
    <Panel title="VIP chat" aside={<SampleTag />}>
      <form onSubmit={send} className="flex gap-2 border-t border-line-soft p-4">
        <input
          aria-label="Message"
          aria-describedby="chat-note"
          placeholder="Write a message"
          autoComplete="off"
          maxLength={MESSAGE_LIMIT}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className={CONTROL_CLASS}
        />
        <Button type="submit" className="shrink-0">
          <SendHorizontal size={18} aria-hidden />
          <span className="max-sm:sr-only">Send</span>
        </Button>
      </form>
      <p id="chat-note" className="-mt-2 flex justify-between gap-3 px-4 pb-3 text-xs text-muted">
        {CHAT_NOTE}
        <span aria-hidden className="tabular-nums">
          {text.length}/{MESSAGE_LIMIT}
        </span>
      </p>
      <ol aria-label="Messages, newest first" aria-live="polite">
        {messages.map((said) => (
          <Message key={said.id} said={said} />
        ))}
      </ol>
    </Panel>
  );
}
