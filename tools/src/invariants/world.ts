import * as z from 'zod/mini';
import { GUARDED, SCHEMAS, type Collection } from './schemas';

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

function read<S extends z.ZodMiniType>(schema: S, stored: readonly Stored<unknown>[]) {
  const good: Stored<z.output<S>>[] = [];
  const bad: { id: string; why: string }[] = [];
  for (const { id, data } of stored) {
    const parsed = z.safeParse(schema, data);
    if (parsed.success) good.push({ id, data: parsed.data });
    else {
      const [issue] = parsed.error.issues;
      bad.push({ id, why: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` });
    }
  }
  return { good, bad };
}

function understand({ collections }: Evidence) {
  const unreadable: { readonly isGuarded: boolean; readonly why: string }[] = [];
  const of = <S extends z.ZodMiniType>(name: Collection, schema: S) => {
    const { good, bad } = read(schema, collections[name] ?? []);
    const isGuarded = GUARDED.includes(name);
    for (const { id, why } of bad) unreadable.push({ isGuarded, why: `${name}/${id} at ${why}` });
    return good;
  };
  const documents = {
    users: of('users', SCHEMAS.users),
    signals: of('signals', SCHEMAS.signals),
    ledger: of('ledger', SCHEMAS.ledger),
    ledgerHeads: of('ledgerHeads', SCHEMAS.ledgerHeads),
    stats: of('stats', SCHEMAS.stats),
    misses: of('misses', SCHEMAS.misses),
    corrections: of('corrections', SCHEMAS.corrections),
    stamps: of('stamps', SCHEMAS.stamps),
    proofs: of('proofs', SCHEMAS.proofs),
    setups: of('setups', SCHEMAS.setups),
    tickets: of('tickets', SCHEMAS.tickets),
    accessEvents: of('accessEvents', SCHEMAS.accessEvents),
    mail: of('mail', SCHEMAS.mail),
    pushSubscriptions: of('pushSubscriptions', SCHEMAS.pushSubscriptions),
    pushes: of('pushes', SCHEMAS.pushes),
    admissionCodes: of('admissionCodes', SCHEMAS.admissionCodes),
    userAnchors: of('userAnchors', SCHEMAS.userAnchors),
    deletions: of('deletions', SCHEMAS.deletions),
    proofClaims: of('proofClaims', SCHEMAS.proofClaims),
    proofFingerprints: of('proofFingerprints', SCHEMAS.proofFingerprints),
    devices: of('devices', SCHEMAS.devices),
    idempotency: of('idempotency', SCHEMAS.idempotency),
    confirmations: of('confirmations', SCHEMAS.confirmations),
    addressChanges: of('addressChanges', SCHEMAS.addressChanges),
    dashboardCodes: of('dashboardCodes', SCHEMAS.dashboardCodes),
    resets: of('resets', SCHEMAS.resets),
    transfers: of('transfers', SCHEMAS.transfers),
    registrations: of('registrations', SCHEMAS.registrations),
    rateLimits: of('rateLimits', SCHEMAS.rateLimits),
  } satisfies Record<Collection, unknown>;
  return { documents, unreadable };
}

/** Understands what was read. */
export const worldOf = (evidence: Evidence): World => ({ ...evidence, ...understand(evidence) });
