import type { Occurrence } from './calendar';

// Part of the ids, so that a moved session is announced again.
const formatStamp = (at: number): string =>
  new Date(at).toISOString().slice(0, 16).replace(/\D/g, '');

export const toStartReminderId = ({ id, startsAt }: Occurrence): string =>
  `session-${id}-${formatStamp(startsAt)}`;

/** Includes the revision, so that a change that was undone and repeated is announced again. */
export const toChangeReminderId = (
  { id, startsAt }: Occurrence,
  { type, revision }: { readonly type: 'moved' | 'cancelled'; readonly revision: number },
): string => `session-${id}-${type}-${formatStamp(startsAt)}-${revision}`;
