import { call } from '../../api/call';
import { currentUser, storeUser } from '../../session/store';
import type { Outcome } from '../attempt';
import type { ItemOf } from '../item';

/** Brings a change of the settings to the server; the member shows as it answers. @throws ApiError @throws NetworkError */
export async function sendSettings({ uid, content }: ItemOf<'settings'>): Promise<Outcome> {
  const { data } = await call('updateAccount', { body: content.body });
  if (currentUser()?.id === uid) storeUser(data);
  return { type: 'sent' };
}
