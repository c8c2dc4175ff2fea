import { EVERY_COLLECTION } from '@quantalgo/functions/collections/collections';

/** Who asks, as their token and the database tell of them. `record` and `session` are null where there is none. */
export interface Asker {
  readonly uid: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly record: Readonly<Record<string, unknown>> | null;
  /**
   * State of the session that the token names. `proven`: it showed a second factor lately, `stale`: long ago; `exempt`: the
   * site required none; `foreign`: another member's.
   */
  readonly session: 'none' | 'open' | 'proven' | 'stale' | 'exempt' | 'ended' | 'over' | 'foreign';
}

/** What is asked for: a document, or those of a collection that a filter lets through. */
export interface Ask {
  readonly operation: 'get' | 'list' | 'create' | 'update' | 'delete';
  readonly collection: string;
  readonly id: string;
  /** What the document holds; null where there is none. */
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly filter: { readonly field: string; readonly value: string | boolean } | null;
  /** The most that a list asks for; null where it names no ceiling. */
  readonly limit: number | null;
  /** Documents that a list skips; null where it names no offset. */
  readonly offset: number | null;
}

const TIERS: Readonly<Record<string, readonly unknown[]>> = {
  starter: ['starter', 'essential'],
  essential: ['essential'],
};

/** A session counts when the token names it, and it is there, the asker's own, not ended and not over. */
const isSignedIn = (asker: Asker | null): asker is Asker =>
  asker !== null &&
  asker.claims['sid'] !== undefined &&
  ['open', 'proven', 'stale', 'exempt'].includes(asker.session) &&
  asker.record !== null &&
  (asker.record['needsPassword'] ?? false) === false;

const isStaff = (asker: Asker | null): boolean =>
  isSignedIn(asker) &&
  ['proven', 'exempt'].includes(asker.session) &&
  asker.claims['staff'] === true &&
  asker.record?.['staff'] === true;

/** Token and record both have to open a tier: either may be out of date. */
function opens(asker: Asker | null, tier: 'starter' | 'essential'): boolean {
  if (isStaff(asker)) return true;
  if (!isSignedIn(asker)) return false;
  const { claims, record } = asker;
  const reached = TIERS[tier] ?? [];
  return (
    claims['unlocked'] === true &&
    reached.includes(claims['tier']) &&
    record?.['dashboardUnlocked'] === true &&
    reached.includes(record['tier'])
  );
}

const isOwn = (asker: Asker | null, uid: unknown): boolean =>
  isSignedIn(asker) && asker.uid === uid;

/** The tiers that open a whole collection, by what its row says of its readers. */
const TIER_OF_READERS: Readonly<Record<string, 'starter' | 'essential' | undefined>> = {
  unlocked: 'starter',
  essential: 'essential',
};

/** Collections of which nobody sees what is held or hidden. */
const OPEN_ALONE = ['posts', 'messages'];

/** The row of a collection that a tier opens as a whole. */
function openedByTier(collection: string) {
  const [, row] = EVERY_COLLECTION.find(([name]) => name === collection) ?? [];
  const tier = TIER_OF_READERS[row?.readers ?? 'nobody'];
  return row && tier ? { tier, id: row.id, isSingle: !row.id.includes('{') } : null;
}

function mayGet(asker: Asker | null, { collection, id, data }: Ask): boolean {
  if (collection === 'users') return isOwn(asker, id) || isStaff(asker);
  if (collection === 'sessions')
    return asker !== null && asker.claims['sid'] === id && data?.['uid'] === asker.uid;
  if (collection === 'signals')
    return opens(asker, 'essential') || (data?.['audience'] === 'basic' && opens(asker, 'starter'));
  const opened = openedByTier(collection);
  if (opened) {
    if (opened.isSingle && opened.id !== id) return false;
    if (OPEN_ALONE.includes(collection) && data?.['open'] !== true) return false;
    return opens(asker, opened.tier);
  }
  if (['proofs', 'setups', 'tickets'].includes(collection))
    return isStaff(asker) || (data !== null && isOwn(asker, data['uid']));
  return collection === 'accessEvents' && isStaff(asker);
}

/** More than any list of the app shows. */
const MAX_LIST = 300;

function mayList(asker: Asker | null, { collection, filter, limit, offset }: Ask): boolean {
  if (limit === null || limit > MAX_LIST || (offset ?? 0) !== 0) return false;
  if (collection === 'users' || collection === 'accessEvents') return isStaff(asker);
  if (collection === 'signals') {
    const isBasic = filter?.field === 'audience' && filter.value === 'basic';
    return opens(asker, 'essential') || (isBasic && opens(asker, 'starter'));
  }
  const opened = openedByTier(collection);
  if (opened) {
    const isOpen = filter?.field === 'open' && filter.value === true;
    if (opened.isSingle || (OPEN_ALONE.includes(collection) && !isOpen)) return false;
    return opens(asker, opened.tier);
  }
  if (['proofs', 'setups', 'tickets'].includes(collection))
    return isStaff(asker) || (filter?.field === 'uid' && isOwn(asker, filter.value));
  return false;
}

/** What the access table of the product says: nobody writes, and reading is as it names. */
export function isAllowed(asker: Asker | null, ask: Ask): boolean {
  if (ask.operation === 'get') return mayGet(asker, ask);
  return ask.operation === 'list' && mayList(asker, ask);
}
