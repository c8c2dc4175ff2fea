import { isUnsent, type OutboxItem } from './item';

/** What the item changes: items of one chain are sent one after the other, as they were written. */
function chainOf({ id, content }: OutboxItem): string {
  if (content.kind === 'reply' || content.kind === 'close') return content.ticketId;
  return content.kind === 'settings' ? 'settings' : id;
}

/**
 * The unsent items that nothing before them holds up: a reply waits for its ticket, a later change of the settings for
 * the one before it.
 * @param items oldest first
 */
export function firstOfEach(items: readonly OutboxItem[]): OutboxItem[] {
  const first = new Map<string, OutboxItem>();
  for (const item of items.filter(isUnsent)) {
    const chain = chainOf(item);
    if (!first.has(chain)) first.set(chain, item);
  }
  return [...first.values()];
}
