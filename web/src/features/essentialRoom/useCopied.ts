import { useEffect, useState } from 'react';

const SHOWN_MS = 2500;

/** How taking a text along went: where neither clipboard nor sharing is allowed, it failed. */
export type Copied = 'copied' | 'failed' | null;

const wasCalledOff = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError';

async function share(text: string): Promise<Copied> {
  try {
    await navigator.share({ text });
    return null;
  } catch (error) {
    return wasCalledOff(error) ? null : 'failed';
  }
}

async function takeAlong(text: string): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return share(text);
  }
}

/** Copies a text; where the browser refuses that, offers to share it. Tells for a moment how it went. */
export function useCopied(): readonly [Copied, (text: string) => Promise<void>] {
  const [copied, setCopied] = useState<Copied>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return [copied, async (text) => setCopied(await takeAlong(text))];
}
