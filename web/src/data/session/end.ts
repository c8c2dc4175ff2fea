import { leavePush } from '../push/leave';
import { eraseDrafts } from '../storage/drafts';
import { eraseDatabases, eraseOutbox } from '../storage/erase';
import { removeLocal } from '../storage/local';
import { forgetContact } from '../sync/contact';
import { noteEnding } from './ending';
import { currentUser, forgetUser, type EndReason } from './store';
import { loadAuth } from './tokens';

async function end(reason: EndReason): Promise<void> {
  const user = currentUser();
  if (!user) return;
  forgetUser(reason);
  forgetContact();
  eraseDrafts();
  await Promise.allSettled([
    loadAuth().then(({ leave }) => leave()),
    eraseDatabases(user.id),
    leavePush(),
    reason === 'signed-out' ? eraseOutbox() : null,
  ]);
  removeLocal('firebase:');
}

/**
 * Ends the session on this device: of the member's data nothing is left, in whatever state server and network are. What
 * waits to be sent outlives a session that expired, for the same member alone. Settles when that is done; never rejects.
 */
export function endSession(reason: EndReason): Promise<void> {
  const ended = end(reason);
  noteEnding(ended);
  return ended;
}
