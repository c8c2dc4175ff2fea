import { useRef } from 'react';

/**
 * Retries with the same content share an idempotency key until one succeeds, so it is applied only
 * once.
 */
export function useIdempotentRequest<A, R>(
  work: (content: A, key: string) => Promise<R>,
): (content: A) => Promise<R> {
  const lastAttempt = useRef({ content: '', key: '' });
  return async (body) => {
    const content = JSON.stringify(body);
    if (lastAttempt.current.content !== content)
      lastAttempt.current = { content, key: crypto.randomUUID() };
    const result = await work(body, lastAttempt.current.key);
    lastAttempt.current = { content: '', key: '' };
    return result;
  };
}
