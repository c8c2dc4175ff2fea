import { setupSchema, type Setup } from '@quantalgo/contracts';
import type { MemberDatabase } from '../storage/database';

/** Stores the member's newest account setup in place of the one before; null: they have none. */
export const keepSetup = ({ setups }: MemberDatabase, setup: Setup | null): Promise<void> =>
  setups.db.transaction('rw', setups, async () => {
    await setups.clear();
    if (setup) await setups.put(setupSchema.parse(setup));
  });
