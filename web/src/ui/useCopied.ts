import { useEffect, useState } from 'react';

const RESULT_DISPLAY_MS = 2500;

type Copied = 'copied' | 'failed' | null;

const isAbortError = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError';

async function share(data: ShareData): Promise<Copied> {
  try {
    await navigator.share(data);
    return null;
  } catch (error) {
    return isAbortError(error) ? null : 'failed';
  }
}

async function copyOrShare(text: string, shared: ShareData): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return share(shared);
  }
}

/**
 * Copies text. If the browser refuses, shares it or `shared`. The result resets after a moment.
 */
export function useCopied(): readonly [
  Copied,
  (text: string, shared?: ShareData) => Promise<void>,
] {
  const [copied, setCopied] = useState<Copied>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), RESULT_DISPLAY_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return [copied, async (text, shared = { text }) => setCopied(await copyOrShare(text, shared))];
}
