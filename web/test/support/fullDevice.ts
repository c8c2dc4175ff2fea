import { vi } from 'vitest';
import { openOutbox } from '../../src/data/outbox/database';

/** Leaves no room for anything that waits to be sent, until the mocks are restored. */
export async function fillDevice(): Promise<void> {
  const { database } = await openOutbox();
  vi.spyOn(database.items, 'put').mockImplementation(() => {
    throw new DOMException('No room left', 'QuotaExceededError');
  });
}
