import { setupSchema } from '@quantalgo/contracts';
import { isOfKind } from '../outbox/item';
import { useOutbox } from '../outbox/useOutbox';
import { useStored } from '../storage/useStored';
import { setupStatus, type SetupStatus } from './status';

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
