import { vi } from 'vitest';
import { openOutbox } from '../../src/data/outbox/database';

/** Makes outbox writes fail for lack of space, until the mocks are restored. */
export async function fillDevice(): Promise<void> {
  const { database } = await openOutbox();
  for (const method of ['put', 'bulkPut', 'bulkDelete'] as const)
    vi.spyOn(database.items, method).mockImplementation(() => {
      throw new DOMException('No room left', 'QuotaExceededError');
    });
}
