import { proofPath } from '@quantalgo/contracts';
import { call } from '../api/call';
import { outcomeOf, type Outcome } from './attempt';
import type { OutboxItem } from './item';
import { fileOf } from './outbox';
import { uploading } from './progress';

const FILE_GONE = 'The screenshot is no longer on this device. Please choose it again.';
const REJECTED = 'The screenshot could not be accepted. Please choose another one.';

/** Brings a proof to the server: the file first, then the call that names it. Both may come again; they count once. */
export async function sendProof(item: OutboxItem, stopped: AbortSignal): Promise<Outcome> {
  const { id, uid, content } = item;
  try {
    const file = await fileOf(id);
    if (!file) return { type: 'refused', reason: FILE_GONE };
    const { upload } = await import('./upload');
    uploading.set({ id, share: 0 });
    await upload(proofPath(uid, id), file, (share) => uploading.set({ id, share }), stopped);
    const { data } = await call('submitProof', {
      body: { proofId: id, traderId: content.traderId },
      idempotencyKey: id,
    });
    return data.state === 'rejected' ? { type: 'refused', reason: REJECTED } : { type: 'sent' };
  } catch (error) {
    return outcomeOf(error);
  } finally {
    uploading.set(null);
  }
}
