import { useRef } from 'react';

/**
 * Retries with the same content share an idempotency key until one succeeds, so it is applied only
 * once.
 */
export function useKeyed<A, R>(
  work: (content: A, key: string) => Promise<R>,
): (content: A) => Promise<R> {
  const pending = useRef({ content: '', key: '' });
  return async (body) => {
    const content = JSON.stringify(body);
    if (pending.current.content !== content)
      pending.current = { content, key: crypto.randomUUID() };
    const result = await work(body, pending.current.key);
    pending.current = { content: '', key: '' };
    return result;
  };
}
