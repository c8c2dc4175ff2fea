import type { SessionData } from '@quantalgo/contracts';
import { MemberGone } from '../platform/members/users';
import type { ApiDeps } from './deps';
import { openSession } from './openSession';

/**
 * Opens the session anew of a member all of whose sessions were just ended.
 * @throws MemberGone
 */
export async function reopenSession(deps: ApiDeps, uid: string): Promise<SessionData> {
  const data = await openSession(deps, uid);
  if (!data) throw new MemberGone(`There is no member ${uid} any more`);
  return data;
}
