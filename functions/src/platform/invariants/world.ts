import * as z from 'zod/mini';
import {
  COLLECTIONS,
  type Collection,
  type CollectionName,
  EVERY_COLLECTION,
} from '../../collections';

/** A document under its id. */
export interface Stored<T> {
  readonly id: string;
  readonly data: T;
}

/** An account as Firebase Auth holds it. */
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

/** All that a project holds, as it was read. */
export interface Evidence {
  /** When it was read, epoch ms. */
  readonly at: number;
  /** How far (ms) the record may be ahead of that. */
  readonly aheadMs: number;
  readonly collections: Readonly<Record<string, readonly Stored<unknown>[]>>;
  readonly accounts: readonly StoredAccount[];
  readonly files: readonly StoredFile[];
}

type Documents = ReturnType<typeof understand>['documents'];

/** The same, understood: documents by their schemas, and those that no schema understands. */
export interface World extends Evidence {
  readonly documents: Documents;
  readonly unreadable: readonly { readonly isGuarded: boolean; readonly why: string }[];
}

/** A schema that allows no field it does not know, where the collection guards secrets. */
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
    stats: of('stats', COLLECTIONS.stats),
    misses: of('misses', COLLECTIONS.misses),
    corrections: of('corrections', COLLECTIONS.corrections),
    stamps: of('stamps', COLLECTIONS.stamps),
    proofs: of('proofs', COLLECTIONS.proofs),
    setups: of('setups', COLLECTIONS.setups),
    tickets: of('tickets', COLLECTIONS.tickets),
    accessEvents: of('accessEvents', COLLECTIONS.accessEvents),
    dashboardCodes: of('dashboardCodes', COLLECTIONS.dashboardCodes),
    addressChanges: of('addressChanges', COLLECTIONS.addressChanges),
    idempotency: of('idempotency', COLLECTIONS.idempotency),
    proofFingerprints: of('proofFingerprints', COLLECTIONS.proofFingerprints),
    pushes: of('pushes', COLLECTIONS.pushes),
    resets: of('resets', COLLECTIONS.resets),
    staffActions: of('staffActions', COLLECTIONS.staffActions),
    uploads: of('uploads', COLLECTIONS.uploads),
    transfers: of('transfers', COLLECTIONS.transfers),
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
  // The others are of interest to no rule but that each document is as its schema says.
  for (const [name, collection] of EVERY_COLLECTION)
    if (!Object.hasOwn(documents, name)) of(name, collection);
  for (const name of Object.keys(collections))
    if (!(name in COLLECTIONS)) unreadable.push({ isGuarded: false, why: `nobody knows ${name}` });
  return { documents, unreadable };
}

/** Understands what was read. */
export const worldOf = (evidence: Evidence): World => ({ ...evidence, ...understand(evidence) });

/** One promise about all that is stored. */
export interface Rule {
  /** What must hold, as a sentence. */
  readonly says: string;
  /** Where it does not hold, in a sentence for each place; none where all is well. */
  readonly broken: (world: World) => string[];
}

/** The values that more than one of the entries has, each with who has it. */
export function shared(entries: readonly (readonly [value: string, holder: string])[]) {
  const holders = new Map<string, string[]>();
  for (const [value, holder] of entries)
    holders.set(value, [...(holders.get(value) ?? []), holder]);
  return [...holders].filter(([, all]) => all.length > 1);
}

/** Documents by their id. */
export const byId = <T>(stored: readonly Stored<T>[]): ReadonlyMap<string, T> =>
  new Map(stored.map(({ id, data }) => [id, data]));

/** The documents of a collection in which something is wrong, each by its path and with its fault in words. */
export const faultsIn = <T>(
  collection: string,
  stored: readonly Stored<T>[],
  faultOf: (data: T, id: string) => string | null,
): string[] =>
  stored.flatMap(({ id, data }) => {
    const fault = faultOf(data, id);
    return fault === null ? [] : [`${collection}/${id} ${fault}`];
  });
