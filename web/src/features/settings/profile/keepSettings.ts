import { append } from '../../../data/outbox/outbox';
import type { ItemOf } from '../../../data/outbox/item';

/** Has settings changed: at once where there is a connection, otherwise as soon as there is. @throws Error when nothing can be stored */
export async function keepSettings(
  uid: string,
  body: ItemOf<'settings'>['content']['body'],
): Promise<void> {
  await append(uid, { kind: 'settings', body });
}
