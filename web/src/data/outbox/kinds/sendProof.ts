import { proofPath } from '@quantalgo/contracts';
import { call } from '../../api/call';
import type { Outcome } from '../attempt';
import type { ItemOf } from '../item';
import { sendFile } from './sendFile';

const FILE_GONE = 'The screenshot is no longer on this device. Please choose it again.';
const REJECTED = 'The screenshot could not be accepted. Please choose another one.';

/**
 * Brings a proof to the server: the file first, then the call that names it. Both may come again; they count once.
 * @throws ApiError, NetworkError, or what the upload throws
 */
export async function sendProof(item: ItemOf<'proof'>, stopped: AbortSignal): Promise<Outcome> {
  const { id, uid, content } = item;
  if (!(await sendFile(item, proofPath(uid, id), stopped)))
    return { type: 'refused', reason: FILE_GONE };
  const { data } = await call('submitProof', {
    body: { proofId: id, traderId: content.traderId },
    idempotencyKey: id,
  });
  return data.state === 'rejected' ? { type: 'refused', reason: REJECTED } : { type: 'sent' };
}
