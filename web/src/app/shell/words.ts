import { isLocked, type User } from '@quantalgo/contracts';
import type { OutboxItem } from '../../data/outbox/item';

/** The tooltip of everything that a funded account opens. */
export const LOCKED_HINT = 'Unlock with funded account';

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** What the user card calls a member's tier: `Guest Tier`, `Starter Node`. Staff count as essential. */
export function tierName({ tier, staff }: Pick<User, 'tier' | 'staff'>): string {
  if (staff) return 'Essential Node';
  return tier === 'guest' ? 'Guest Tier' : `${capital(tier)} Node`;
}

/** The badge beside the welcome. */
export const badgeOf = (user: User): 'Active' | 'Pending' =>
  isLocked(user) ? 'Pending' : 'Active';

/** What would be lost with an item of the outbox. */
export function unsentWords({ content }: OutboxItem): string {
  switch (content.kind) {
    case 'proof':
      return `Your proof for trader ID ${content.traderId}, with its screenshot`;
    case 'setup':
      return `Your account setup for broker account ${content.brokerAccount}, with its proof`;
    case 'ticket':
      return `Your ticket “${content.body.subject}”`;
    case 'reply':
      return 'Your reply to a support ticket';
    case 'close':
      return 'That a support ticket is closed';
    case 'settings':
      return 'Your changes in Account Hub';
  }
}
