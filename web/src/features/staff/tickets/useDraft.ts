import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { readDraft, writeDraft } from '../../../data/core/webStorage';

const draftSchema = z.object({ text: z.string(), key: z.uuid() });

/**
 * An answer that is being written, kept through a reload. Its key names the message: sent twice, it counts once, and a
 * changed text is another message.
 */
export function useDraft(name: string) {
  const [text, setText] = useState(() => draftSchema.safeParse(readDraft(name)).data?.text ?? '');
  const key = useRef(draftSchema.safeParse(readDraft(name)).data?.key ?? crypto.randomUUID());
  const write = (next: string) => {
    key.current = crypto.randomUUID();
    setText(next);
    writeDraft(name, next === '' ? null : { text: next, key: key.current });
  };
  return { text, write, keyOf: () => key.current };
}
