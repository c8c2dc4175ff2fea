import type { OutboxItem } from '../item';
import { fileOf } from '../outbox';
import { uploading } from '../progress';

/**
 * Brings the file of an item to its place in the file store, and says whether it was still on this device.
 * @throws Error when it did not arrive, also when `stopped`
 */
export async function sendFile(
  { id }: OutboxItem,
  place: string,
  stopped: AbortSignal,
): Promise<boolean> {
  const file = await fileOf(id);
  if (!file) return false;
  try {
    const { upload } = await import('../upload');
    uploading.set({ id, share: 0 });
    await upload(place, file, (share) => uploading.set({ id, share }), stopped);
    return true;
  } finally {
    uploading.set(null);
  }
}
