import { EVERY_COLLECTION } from '@quantalgo/functions/collections/collections';

/** By their token and the database. `record` is null if there is none. */
export interface AccessRequester {
  readonly uid: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly record: Readonly<Record<string, unknown>> | null;
  /**
   * State of the token's session. `proven`: second factor shown recently; `stale`: long ago;
   * `exempt`: not required; `foreign`: another member's.
   */
  readonly session: 'none' | 'open' | 'proven' | 'stale' | 'exempt' | 'ended' | 'over' | 'foreign';
}

export interface AccessRequest {
  readonly operation: 'get' | 'list' | 'create' | 'update' | 'delete';
  readonly collection: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly filter: { readonly field: string; readonly value: string | boolean } | null;
  readonly limit: number | null;
  readonly offset: number | null;
}

const TIERS: Readonly<Record<string, readonly unknown[]>> = {
  starter: ['starter', 'essential'],
  essential: ['essential'],
};

/**
 * The token must name a session that exists, is the asker's own, and has neither ended nor expired.
 */
const isLoggedIn = (asker: AccessRequester | null): asker is AccessRequester =>
  asker !== null &&
  asker.claims['sid'] !== undefined &&
  ['open', 'proven', 'stale', 'exempt'].includes(asker.session) &&
  asker.record !== null &&
  (asker.record['needsPassword'] ?? false) === false;

const isStaff = (asker: AccessRequester | null): boolean =>
  isLoggedIn(asker) &&
  ['proven', 'exempt'].includes(asker.session) &&
  asker.claims['staff'] === true &&
  asker.record?.['staff'] === true;

/** Both token and record must open the tier: either may be out of date. */
function opens(asker: AccessRequester | null, tier: 'starter' | 'essential'): boolean {
  if (isStaff(asker)) return true;
  if (!isLoggedIn(asker)) return false;
  const { claims, record } = asker;
  const tiers = TIERS[tier] ?? [];
  return (
    claims['unlocked'] === true &&
    tiers.includes(claims['tier']) &&
    record?.['dashboardUnlocked'] === true &&
    tiers.includes(record['tier'])
  );
}

const isOwn = (asker: AccessRequester | null, uid: unknown): boolean =>
  isLoggedIn(asker) && asker.uid === uid;

const READER_TIERS: Readonly<Record<string, 'starter' | 'essential' | undefined>> = {
  unlocked: 'starter',
  essential: 'essential',
};

const READABLE_BY_OWNER: ReadonlySet<string> = new Set(['owner', 'owner and staff']);
const READABLE_BY_STAFF: ReadonlySet<string> = new Set(['staff', 'owner and staff']);

const findRow = (collection: string) => EVERY_COLLECTION.find(([name]) => name === collection)?.[1];

function findTierAccess(collection: string) {
  const row = findRow(collection);
  const tier = READER_TIERS[row?.readers ?? 'nobody'];
  if (!row || !tier) return null;
  const { id, moderated = false } = row;
  return { tier, id, moderated, isSingle: !id.includes('{') };
}

function mayGet(asker: AccessRequester | null, { collection, id, data }: AccessRequest): boolean {
  if (collection === 'users') return isOwn(asker, id) || isStaff(asker);
  if (collection === 'sessions')
    return asker !== null && asker.claims['sid'] === id && data?.['uid'] === asker.uid;
  if (collection === 'signals')
    return opens(asker, 'essential') || (data?.['audience'] === 'basic' && opens(asker, 'starter'));
  const tierAccess = findTierAccess(collection);
  if (tierAccess) {
    if (tierAccess.isSingle && tierAccess.id !== id) return false;
    if (tierAccess.moderated && data?.['open'] !== true) return false;
    return opens(asker, tierAccess.tier);
  }
  const readers = findRow(collection)?.readers ?? 'nobody';
  const isOwner = READABLE_BY_OWNER.has(readers) && data !== null && isOwn(asker, data['uid']);
  return isOwner || (READABLE_BY_STAFF.has(readers) && isStaff(asker));
}

const MAX_LIST = 300;

function mayList(
  asker: AccessRequester | null,
  { collection, filter, limit, offset }: AccessRequest,
): boolean {
  if (limit === null || limit > MAX_LIST || (offset ?? 0) !== 0) return false;
  const readers = findRow(collection)?.readers ?? 'nobody';
  if (collection === 'users') return isStaff(asker);
  if (collection === 'signals') {
    const isBasic = filter?.field === 'audience' && filter.value === 'basic';
    return opens(asker, 'essential') || (isBasic && opens(asker, 'starter'));
  }
  const tierAccess = findTierAccess(collection);
  if (tierAccess) {
    const isOpen = filter?.field === 'open' && filter.value === true;
    if (tierAccess.isSingle || (tierAccess.moderated && !isOpen)) return false;
    return opens(asker, tierAccess.tier);
  }
  const isOwner =
    READABLE_BY_OWNER.has(readers) && filter?.field === 'uid' && isOwn(asker, filter.value);
  return isOwner || (READABLE_BY_STAFF.has(readers) && isStaff(asker));
}

/** By the product's access table: nobody writes. */
export function isAllowed(asker: AccessRequester | null, ask: AccessRequest): boolean {
  if (ask.operation === 'get') return mayGet(asker, ask);
  return ask.operation === 'list' && mayList(asker, ask);
}
