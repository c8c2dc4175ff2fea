import type { Collection, Readers } from '@quantalgo/functions/collections/collection';
import { EVERY_COLLECTION } from '@quantalgo/functions/collections/collections';

const OWN_SESSION =
  "request.auth != null && request.auth.token.get('sid', '') == sid && resource.data.uid == request.auth.uid";

/**
 * Conditions that firestore.rules must have for each kind of reader, for `get` and for `list`. Null
 * means that the reader may not do it.
 */
const CONDITIONS: Readonly<
  Record<
    Exclude<Readers, 'nobody'>,
    (row: Collection) => readonly [get: string, list: string | null]
  >
> = {
  unlocked: () => ['isMember()', 'isMember()'],
  essential: () => ['isEssential()', 'isEssential()'],
  staff: () => ['isStaff()', 'isStaff()'],
  owner: () => ['isSelf(resource.data.uid)', 'isSelf(resource.data.uid)'],
  'own session': () => [OWN_SESSION, null],
  'owner and staff': ({ member }) =>
    member?.by === 'id'
      ? ['isSelf(uid) || isStaff()', 'isStaff()']
      : ['isSelf(resource.data.uid) || isStaff()', '(isSelf(resource.data.uid) || isStaff())'],
  'by audience': () => ['isOpenSignal()', 'isOpenSignal()'],
};

/** All permitted `allow` rules, derived from the collection registry: `tickets/{id} get: …`. */
export const REVIEWED_READS: readonly string[] = EVERY_COLLECTION.flatMap(([name, row]) => {
  const { id, readers, moderated = false } = row;
  if (!readers) return [];
  const path = `${name}/${/^(\w+|\{\w+\})$/.test(id) ? id : '{id}'}`;
  const open = moderated ? 'resource.data.open == true && ' : '';
  const [get, list] = CONDITIONS[readers](row);
  const isSingle = !id.includes('{');
  return [
    `${path} get: ${open}${get}`,
    ...(isSingle || list === null ? [] : [`${path} list: isBounded() && ${open}${list}`]),
  ];
});
