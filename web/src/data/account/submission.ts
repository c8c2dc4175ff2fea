import { isUnsent, type OutboxItem } from '../outbox/item';

/**
 * The source that speaks for the member's last submission of a kind: an item that waits here to be sent comes first,
 * then what the server says, then an item that was sent or refused; null where there is neither.
 * @param items the submissions in the outbox, oldest first
 * @param known the newest that the server told of, with the time of its creation (epoch ms)
 */
export function lastSubmission<I extends OutboxItem, S extends { readonly id: string }>(
  items: readonly I[],
  known: { readonly stored: S; readonly createdAt: number } | null,
): { readonly item: I } | { readonly stored: S } | null {
  const item = items.at(-1);
  if (!item) return known && { stored: known.stored };
  const isNewest =
    known !== null && (item.id === known.stored.id || item.createdAt <= known.createdAt);
  return isNewest && !isUnsent(item) ? { stored: known.stored } : { item };
}
