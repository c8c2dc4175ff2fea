import { watTime } from '@quantalgo/contracts';
import { useState } from 'react';
import { SAMPLE_CHAT, type ChatMessage } from '../../content/essentialRoom';
import { serverNow } from '../../data/core/clock';

/** The messages, newest first, and the way to add one's own. They are gone with the screen. */
export function useChat(): readonly [readonly ChatMessage[], (message: string) => void] {
  const [messages, setMessages] = useState<readonly ChatMessage[]>(SAMPLE_CHAT);
  const say = (message: string) => {
    const time = watTime(serverNow());
    setMessages((before) => [
      { id: `own-${before.length}`, user: 'You', message, time, verified: true },
      ...before,
    ]);
  };
  return [messages, say];
}
