import * as z from 'zod/mini';
import { COLLECTIONS, type CollectionName, EVERY_COLLECTION } from '../../collections';
import type { Collection } from '../../collections/collection';

/** A document under its id. */
export interface Stored<T> {
  readonly id: string;
  readonly data: T;
}

/** An account in Firebase Auth. */
export interface StoredAccount {
  readonly uid: string;
  readonly email: string | null;
  readonly disabled: boolean;
  readonly claims: unknown;
}

export interface StoredFile {
  readonly path: string;
  /** Epoch ms. */
  readonly uploadedAt: number;
}

/** All data of a project, as it was read. */
export interface Evidence {
  /** When it was read, epoch ms. */
  readonly at: number;
  /** How far (ms) the record may be ahead of `at`. */
  readonly aheadMs: number;
  readonly collections: Readonly<Record<string, readonly Stored<unknown>[]>>;
  readonly accounts: readonly StoredAccount[];
  readonly files: readonly StoredFile[];
}

/** A page of stored data. */
export type Page =
  | { readonly collection: string; readonly documents: readonly Stored<unknown>[] }
  | { readonly accounts: readonly StoredAccount[] }
  | { readonly files: readonly StoredFile[] };

type Documents = ReturnType<typeof understand>['documents'];

/** The evidence with documents parsed by their schemas, and those that could not be parsed. */
export interface World extends Evidence {
  readonly documents: Documents;
  readonly unreadable: readonly { readonly isGuarded: boolean; readonly why: string }[];
}

/** A collection's schema, without unknown fields where the collection guards secrets. */
const guarding = ({ schema, strict }: Collection): z.ZodMiniType =>
  strict === true && schema instanceof z.ZodMiniObject ? z.strictObject(schema.shape) : schema;

function read<S extends z.ZodMiniType>(
  schema: S,
  collection: Collection,
  stored: readonly Stored<unknown>[],
) {
  const good: Stored<z.output<S>>[] = [];
  const bad: { id: string; why: string }[] = [];
  for (const { id, data } of stored) {
    const parsed = z.safeParse(schema, data);
    const { error } = z.safeParse(guarding(collection), data);
    if (parsed.success) good.push({ id, data: parsed.data });
    if (!error) continue;
    const [issue] = error.issues;
    bad.push({ id, why: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` });
  }
  return { good, bad };
}

function understand({ collections }: Evidence) {
  const unreadable: { readonly isGuarded: boolean; readonly why: string }[] = [];
  const of = <S extends z.ZodMiniType>(
    name: CollectionName,
    { schema }: { readonly schema: S },
  ) => {
    const collection: Collection = COLLECTIONS[name];
    const { good, bad } = read(schema, collection, collections[name] ?? []);
    const isGuarded = collection.strict === true;
    for (const { id, why } of bad) unreadable.push({ isGuarded, why: `${name}/${id} at ${why}` });
    return good;
  };
  const documents = {
    users: of('users', COLLECTIONS.users),
    signals: of('signals', COLLECTIONS.signals),
    ledger: of('ledger', COLLECTIONS.ledger),
    ledgerHeads: of('ledgerHeads', COLLECTIONS.ledgerHeads),
    logs: of('logs', COLLECTIONS.logs),
    logTiles: of('logTiles', COLLECTIONS.logTiles),
    stats: of('stats', COLLECTIONS.stats),
    status: of('status', COLLECTIONS.status),
    misses: of('misses', COLLECTIONS.misses),
    corrections: of('corrections', COLLECTIONS.corrections),
    stamps: of('stamps', COLLECTIONS.stamps),
    proofs: of('proofs', COLLECTIONS.proofs),
    setups: of('setups', COLLECTIONS.setups),
    pictures: of('pictures', COLLECTIONS.pictures),
    bots: of('bots', COLLECTIONS.bots),
    publishers: of('publishers', COLLECTIONS.publishers),
    displayNames: of('displayNames', COLLECTIONS.displayNames),
    leaderboardPacks: of('leaderboardPacks', COLLECTIONS.leaderboardPacks),
    leaderboard: of('leaderboard', COLLECTIONS.leaderboard),
    tickets: of('tickets', COLLECTIONS.tickets),
    journal: of('journal', COLLECTIONS.journal),
    learning: of('learning', COLLECTIONS.learning),
    journalHeads: of('journalHeads', COLLECTIONS.journalHeads),
    posts: of('posts', COLLECTIONS.posts),
    messages: of('messages', COLLECTIONS.messages),
    networkMembers: of('networkMembers', COLLECTIONS.networkMembers),
    postLikes: of('postLikes', COLLECTIONS.postLikes),
    postReports: of('postReports', COLLECTIONS.postReports),
    postCases: of('postCases', COLLECTIONS.postCases),
    rooms: of('rooms', COLLECTIONS.rooms),
    liveNotes: of('liveNotes', COLLECTIONS.liveNotes),
    liveViewers: of('liveViewers', COLLECTIONS.liveViewers),
    accessEvents: of('accessEvents', COLLECTIONS.accessEvents),
    dashboardCodes: of('dashboardCodes', COLLECTIONS.dashboardCodes),
    addressChanges: of('addressChanges', COLLECTIONS.addressChanges),
    idempotency: of('idempotency', COLLECTIONS.idempotency),
    proofFingerprints: of('proofFingerprints', COLLECTIONS.proofFingerprints),
    pushes: of('pushes', COLLECTIONS.pushes),
    broadcasts: of('broadcasts', COLLECTIONS.broadcasts),
    pushPacks: of('pushPacks', COLLECTIONS.pushPacks),
    resets: of('resets', COLLECTIONS.resets),
    staffActions: of('staffActions', COLLECTIONS.staffActions),
    uploads: of('uploads', COLLECTIONS.uploads),
    transfers: of('transfers', COLLECTIONS.transfers),
    telegramChats: of('telegramChats', COLLECTIONS.telegramChats),
    telegramCodes: of('telegramCodes', COLLECTIONS.telegramCodes),
    proofClaims: of('proofClaims', COLLECTIONS.proofClaims),
    userAnchors: of('userAnchors', COLLECTIONS.userAnchors),
    admissionCodes: of('admissionCodes', COLLECTIONS.admissionCodes),
    sessions: of('sessions', COLLECTIONS.sessions),
    credentials: of('credentials', COLLECTIONS.credentials),
    secondFactors: of('secondFactors', COLLECTIONS.secondFactors),
    addresses: of('addresses', COLLECTIONS.addresses),
    registrations: of('registrations', COLLECTIONS.registrations),
    rateLimits: of('rateLimits', COLLECTIONS.rateLimits),
    mail: of('mail', COLLECTIONS.mail),
    pushSubscriptions: of('pushSubscriptions', COLLECTIONS.pushSubscriptions),
    deletions: of('deletions', COLLECTIONS.deletions),
  };
  // Other collections only have to match their schemas.
  for (const [name, collection] of EVERY_COLLECTION)
    if (!Object.hasOwn(documents, name)) of(name, collection);
  for (const name of Object.keys(collections))
    if (!(name in COLLECTIONS)) unreadable.push({ isGuarded: false, why: `nobody knows ${name}` });
  return { documents, unreadable };
}

/** Parses the evidence. */
export const worldOf = (evidence: Evidence): World => ({ ...evidence, ...understand(evidence) });

/**
 * The data that must be seen together to check a rule: a single document or account, all data of one member, of one
 * slot or of one address, or the whole record.
 */
export type Over = 'document' | 'member' | 'slot' | 'address' | 'record';

/** One invariant of the stored data. */
export interface Rule {
  /** What must hold, as a sentence. */
  readonly says: string;
  readonly over: Over;
  /** A sentence for each place where it is violated; none where it holds. */
  readonly broken: (world: World) => string[];
}

/** The values that several entries share, each with its holders. */
export function shared(entries: readonly (readonly [value: string, holder: string])[]) {
  const holders = new Map<string, string[]>();
  for (const [value, holder] of entries)
    holders.set(value, [...(holders.get(value) ?? []), holder]);
  return [...holders].filter(([, all]) => all.length > 1);
}

/** Documents by their id. */
export const byId = <T>(stored: readonly Stored<T>[]): ReadonlyMap<string, T> =>
  new Map(stored.map(({ id, data }) => [id, data]));

/** The faulty documents of a collection, each as its path and its fault in words. */
export const faultsIn = <T>(
  collection: string,
  stored: readonly Stored<T>[],
  faultOf: (data: T, id: string) => string | null,
): string[] =>
  stored.flatMap(({ id, data }) => {
    const fault = faultOf(data, id);
    return fault === null ? [] : [`${collection}/${id} ${fault}`];
  });
