import { setupProofPath } from '@quantalgo/contracts';
import { call } from '../../api/call';
import { keepSetup } from '../../setups/keepSetup';
import { withDatabase } from '../../storage/memberDatabase';
import type { Outcome } from '../attempt';
import type { ItemOf } from '../item';
import { sendFile } from './sendFile';

const FILE_GONE = 'The deposit proof is no longer on this device. Please choose it again.';

/**
 * Brings an account setup to the server: its proof first, then the call that names it. What becomes of it shows with
 * the answer.
 * @throws ApiError, NetworkError, or what the upload throws
 */
export async function sendSetup(item: ItemOf<'setup'>, stopped: AbortSignal): Promise<Outcome> {
  const { id, uid, content } = item;
  const { brokerAccount, depositAmount, accessPath } = content;
  if (!(await sendFile(item, setupProofPath(uid, id), stopped)))
    return { type: 'refused', reason: FILE_GONE };
  const { data } = await call('submitSetup', {
    body: { setupId: id, brokerAccount, depositAmount, accessPath },
    idempotencyKey: id,
  });
  await withDatabase(uid, (database) => keepSetup(database, data));
  return { type: 'sent' };
}
