import { useEffect, useState } from 'react';

const SHOWN_MS = 2500;

/** The result of copying: failed if neither clipboard nor sharing is allowed. */
type Copied = 'copied' | 'failed' | null;

const wasCalledOff = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError';

async function share(data: ShareData): Promise<Copied> {
  try {
    await navigator.share(data);
    return null;
  } catch (error) {
    return wasCalledOff(error) ? null : 'failed';
  }
}

async function takeAlong(text: string, shared: ShareData): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return share(shared);
  }
}

/**
 * Copies a text; if the browser refuses that, offers to share it, or what is given besides. The result is shown for a
 * moment.
 */
export function useCopied(): readonly [
  Copied,
  (text: string, shared?: ShareData) => Promise<void>,
] {
  const [copied, setCopied] = useState<Copied>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return [copied, async (text, shared = { text }) => setCopied(await takeAlong(text, shared))];
}
