import { type AccessPath, type Setup, setupSchema } from '@quantalgo/contracts';
import { isOfKind, isUnsent, type ItemOf } from '../outbox/item';
import { useOutbox } from '../outbox/outbox';
import type { MemberDatabase } from '../storage/database';
import { useStored } from '../storage/memberDatabase';
import { lastSubmission } from './submission';

/** Stores the member's newest account setup in place of the one before; null: they have none. */
export const storeSetup = ({ setups }: MemberDatabase, setup: Setup | null): Promise<void> =>
  setups.db.transaction('rw', setups, async () => {
    await setups.clear();
    if (setup) await setups.put(setupSchema.parse(setup));
  });

/** The account setup that the member sent last, and how far it has come. */
export interface SetupStatus {
  readonly id: string;
  readonly brokerAccount: string;
  /** Dollars. */
  readonly depositAmount: number;
  readonly accessPath: AccessPath;
  /** `unsent` waits on this device; then as the server says, `refused` where it took nothing of it. */
  readonly state: 'unsent' | 'refused' | Setup['state'];
  /** What is wrong, where something is. */
  readonly reason: string | null;
}

function stateOf(item: ItemOf<'setup'>): SetupStatus['state'] {
  if (isUnsent(item)) return 'unsent';
  return item.state === 'refused' ? 'refused' : 'checking';
}

const ofItem = (item: ItemOf<'setup'>): SetupStatus => ({
  id: item.id,
  brokerAccount: item.content.brokerAccount,
  depositAmount: item.content.depositAmount,
  accessPath: item.content.accessPath,
  state: stateOf(item),
  reason: item.reason,
});

/**
 * What to say of the member's last account setup: what waits here comes first, then what the server says of it, then
 * what became of it on the way; null where they have none.
 * @param items the setups in the outbox, oldest first
 */
export function setupStatus(
  items: readonly ItemOf<'setup'>[],
  setup: Setup | null,
): SetupStatus | null {
  const createdAt = setup ? Date.parse(setup.createdAt) : 0;
  const last = lastSubmission(items, setup && { stored: setup, createdAt });
  if (!last) return null;
  return 'item' in last ? ofItem(last.item) : last.stored;
}

/** The member's last account setup and how far it has come; null where none was sent, undefined while that is read. */
export function useSetupStatus(uid: string): SetupStatus | null | undefined {
  const items = useOutbox(uid);
  const setup = useStored(async (database) => {
    const row: unknown = await database.setups.toCollection().first();
    return setupSchema.safeParse(row).data ?? null;
  });
  if (items === undefined || setup === undefined) return undefined;
  return setupStatus(items.filter(isOfKind('setup')), setup);
}
