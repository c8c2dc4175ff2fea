import { vi } from 'vitest';
import { openOutbox } from '../../src/data/outbox/database';

/** Leaves no room for anything that waits to be sent, nor for a change of it, until the mocks are restored. */
export async function fillDevice(): Promise<void> {
  const { database } = await openOutbox();
  for (const method of ['put', 'bulkPut', 'bulkDelete'] as const)
    vi.spyOn(database.items, method).mockImplementation(() => {
      throw new DOMException('No room left', 'QuotaExceededError');
    });
}
