import { readdirSync, readFileSync } from 'node:fs';
import { COLLECTIONS, EVERY_COLLECTION, type CollectionName } from '../src/collections/collections';

export interface Query {
  readonly collection: string;
  readonly equal: readonly string[];
  readonly contains: string | null;
  readonly order: readonly [field: string, direction: 'asc' | 'desc'] | null;
}

/** @param text as in the registry: `uid, state, createdAt asc` */
function parseQuery(collection: string, text: string): Query {
  const fields = text.split(', ');
  const [, field, direction] = /^(\S+) (asc|desc)$/.exec(fields.at(-1) ?? '') ?? [];
  const order = direction === 'asc' || direction === 'desc' ? direction : null;
  const filters = order === null ? fields : fields.slice(0, -1);
  return {
    collection,
    equal: filters.filter((name) => !name.endsWith('[]')),
    contains: filters.find((name) => name.endsWith('[]'))?.slice(0, -2) ?? null,
    order: order === null || field === undefined ? null : [field, order],
  };
}

export const QUERIES: readonly Query[] = EVERY_COLLECTION.flatMap(
  ([name, { queries = [], member }]) =>
    [...(member?.by === 'uid' ? ['uid'] : []), ...queries].map((text) => parseQuery(name, text)),
);

export const listQueryFields = ({ equal, contains, order }: Query): string[] => [
  ...equal,
  ...(contains === null ? [] : [contains]),
  ...(order ? [order[0]] : []),
];

const BY_UID = EVERY_COLLECTION.flatMap(([name, { member }]) =>
  member?.by === 'uid' ? [name] : [],
);

/**
 * Files that query through helpers or lists of names, with the collections that they don't name in
 * the query.
 */
const QUERIED_BY_HELPER: Readonly<Record<string, readonly CollectionName[]>> = {
  'functions/src/platform/account/ownDocuments.ts': ['proofs', 'setups', 'tickets'],
  'functions/src/platform/auth/endSessions.ts': BY_UID,
  'functions/src/platform/chat/chat.ts': ['messages'],
  'functions/src/platform/console/audit.ts': ['accessEvents', 'staffActions'],
  'functions/src/platform/console/memberWeeks.ts': ['users', 'proofs'],
  // Queries by the fields of `SEEN_BY_STAFF`, which another test compares with the registry.
  'functions/src/platform/console/overdue.ts': [],
  // Queries every collection, but only by id.
  'functions/src/platform/invariants/scan.ts': [],
  // Queries only by id.
  'functions/src/platform/network/embeds.ts': [],
  'functions/src/platform/network/erase.ts': ['messages', 'networkMembers', 'posts'],
  'functions/src/platform/network/updates.ts': ['messages', 'posts'],
  'functions/src/platform/notifications/notifications.ts': ['broadcasts', 'pushes'],
  'functions/src/platform/privacy/erase.ts': BY_UID,
  'functions/src/platform/privacy/exportAccount.ts': BY_UID,
  'functions/src/platform/push/broadcast.ts': ['broadcasts', 'pushPacks'],
  'functions/src/platform/push/deliver.ts': ['pushes'],
  'functions/src/platform/push/rebuildPacks.ts': ['pushPacks'],
  'functions/src/platform/push/recipients.ts': ['pushPacks'],
  'functions/src/platform/submissions/case.ts': ['proofs', 'setups'],
  'functions/src/platform/submissions/kinds.ts': ['proofs', 'setups'],
  'functions/src/platform/submissions/orphans.ts': ['pictures', 'posts'],
  'functions/src/platform/submissions/queue.ts': ['proofs', 'setups'],
  'functions/src/platform/submissions/resumeInspections.ts': ['pictures', 'proofs', 'setups'],
  'functions/src/platform/telegram/members.ts': ['telegramChats'],
  'web/src/data/sync/ownDocuments.ts': ['proofs', 'pushes', 'setups', 'tickets'],
};

const root = new URL('../../', import.meta.url);

const isCollection = (name: string): name is CollectionName => Object.hasOwn(COLLECTIONS, name);

/** Finds names in calls such as `collection('mail')` and `memberQuery(firestore, 'mail')`. */
const listNamedCollections = (text: string): CollectionName[] =>
  [...text.matchAll(/\b(?:collection|Query)\((?:\w+, )?'(\w+)'/g)]
    .map(([, name = '']) => name)
    .filter(isCollection);

function findFilesWithQueries(): { readonly file: string; readonly text: string }[] {
  const files = ['functions/src', 'web/src'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return files
    .map((file) => ({ file, text: readFileSync(new URL(file, root), 'utf8') }))
    .filter(({ text }) => /firestore'/.test(text) && /\b(where|orderBy)\(/.test(text));
}

interface QueryingFile {
  readonly file: string;
  /** Null if the file names none and isn't in `QUERIED_BY_HELPER`. */
  readonly collections: readonly CollectionName[] | null;
  readonly fields: readonly string[];
}

/**
 * Every query must be in the registry, because production refuses queries without an index, but the
 * emulator serves them.
 */
export const QUERYING_FILES: readonly QueryingFile[] = findFilesWithQueries().map(
  ({ file, text }) => {
    const namedCollections = listNamedCollections(text);
    const helperCollections = QUERIED_BY_HELPER[file];
    const fields = [...text.matchAll(/\b(?:where|orderBy)\(\s*'([^']+)'/g)].map(
      ([, field = '']) => field,
    );
    const collections =
      namedCollections.length === 0 && !helperCollections
        ? null
        : [...namedCollections, ...(helperCollections ?? [])];
    return { file, collections, fields: [...new Set(fields)] };
  },
);

export const OUTDATED_HELPERS: readonly string[] = Object.keys(QUERIED_BY_HELPER).filter(
  (helperFile) => !QUERYING_FILES.some(({ file }) => file === helperFile),
);

const DIRECTIONS = { asc: 'ASCENDING', desc: 'DESCENDING' } as const;

/** Null if single-field indexes suffice. */
export function formatIndex({ collection, equal, contains, order }: Query): string | null {
  const fields = [
    ...[...equal].sort().map((field) => `${field} ASCENDING`),
    ...(contains === null ? [] : [`${contains} CONTAINS`]),
  ];
  if (fields.length + (order ? 1 : 0) < 2) return null;
  return [collection, ...fields, ...(order ? [`${order[0]} ${DIRECTIONS[order[1]]}`] : [])].join();
}
