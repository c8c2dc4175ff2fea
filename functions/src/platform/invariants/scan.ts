import type { Auth } from 'firebase-admin/auth';
import { FieldPath, type Firestore, type QueryDocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { Bucket } from '../core/firebase';
import { SUBMISSION_RULES, DELIVERY_RULES } from './delivery';
import { LEADERBOARD_RULES } from './leaderboard';
import { ACCESS_RULES, MEMBER_RULES } from './members';
import { openPartitions, DEFAULT_PARTITIONS } from './partitions';
import { PUSH_RULES } from './push';
import { LOG_RULES } from './log';
import { RECORD_RULES, SIGNAL_RULES } from './record';
import { SECRECY_RULES, UPLOAD_RULES } from './secrecy';
import {
  type Page,
  parseSnapshot,
  type RawSnapshot,
  type Rule,
  type RuleScope,
  type Snapshot,
  type StoredAccount,
  type StoredDocument,
  type StoredFile,
} from './snapshot';

export interface ProjectAccess {
  readonly auth: Auth;
  readonly database: Firestore;
  readonly bucket: Bucket;
  readonly aheadMs: number;
}

async function* readAccountPages(auth: Auth, size: number): AsyncGenerator<Page> {
  let pageToken: string | undefined;
  do {
    const page = await auth.listUsers(Math.min(size, 1000), pageToken);
    const accounts = page.users.map(({ uid, email, disabled, customClaims: claims }) => ({
      uid,
      email: email ?? null,
      disabled,
      claims,
    }));
    yield { accounts };
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
}

const nextQuerySchema = z.nullish(z.object({ pageToken: z.optional(z.string()) }));

async function* readFilePages(bucket: Bucket, size: number): AsyncGenerator<Page> {
  let pageToken: string | undefined;
  do {
    const request = { autoPaginate: false, maxResults: size, ...(pageToken && { pageToken }) };
    const [files, next] = await bucket.getFiles(request);
    yield {
      files: files.map(({ name, metadata }) => ({
        path: name,
        uploadedAt: Date.parse(metadata.timeCreated ?? '') || 0,
      })),
    };
    pageToken = nextQuerySchema.parse(next)?.pageToken;
  } while (pageToken !== undefined);
}

async function* readDocumentPages(database: Firestore, size: number): AsyncGenerator<Page> {
  for (const collection of await database.listCollections()) {
    const orderedQuery = collection.orderBy(FieldPath.documentId()).limit(size);
    let lastDocument: QueryDocumentSnapshot | undefined;
    do {
      const pageQuery = lastDocument ? orderedQuery.startAfter(lastDocument) : orderedQuery;
      const { docs } = await pageQuery.get();
      const documents = docs.map((document) => ({ id: document.id, data: document.data() }));
      yield { collection: collection.id, documents };
      lastDocument = docs.length < size ? undefined : docs.at(-1);
    } while (lastDocument);
  }
}

const PAGE_SIZE = 500;

/** Sees concurrent writes only in part. Violations that these cause vanish on a rerun. */
export async function* readProjectPages(
  { auth, bucket, database }: ProjectAccess,
  size = PAGE_SIZE,
): AsyncGenerator<Page> {
  yield* readDocumentPages(database, size);
  yield* readAccountPages(auth, size);
  yield* readFilePages(bucket, size);
}

export async function readSnapshot(project: ProjectAccess): Promise<RawSnapshot> {
  const collections: Record<string, StoredDocument<unknown>[]> = {};
  const accounts: StoredAccount[] = [];
  const files: StoredFile[] = [];
  for await (const page of readProjectPages(project))
    if ('accounts' in page) accounts.push(...page.accounts);
    else if ('files' in page) files.push(...page.files);
    else (collections[page.collection] ??= []).push(...page.documents);
  return { at: Date.now(), aheadMs: project.aheadMs, collections, accounts, files };
}

const READABLE_RULE: Rule = {
  description: 'Every document matches its collection’s schema',
  scope: 'document',
  violations: ({ unreadable }) =>
    unreadable.flatMap(({ isGuarded, problem }) => (isGuarded ? [] : [problem])),
};

export const RULES: readonly Rule[] = [
  READABLE_RULE,
  ...RECORD_RULES,
  ...LOG_RULES,
  ...SIGNAL_RULES,
  ...ACCESS_RULES,
  ...MEMBER_RULES,
  ...LEADERBOARD_RULES,
  ...SUBMISSION_RULES,
  ...SECRECY_RULES,
  ...DELIVERY_RULES,
  ...PUSH_RULES,
  ...UPLOAD_RULES,
];

export interface Finding {
  readonly description: string;
  readonly violations: readonly string[];
}

function addFindings(
  snapshot: Snapshot,
  scope: RuleScope,
  violationsByRule: Map<string, Set<string>>,
): void {
  for (const rule of RULES)
    if (rule.scope === scope)
      for (const violation of rule.violations(snapshot))
        violationsByRule.get(rule.description)?.add(violation);
}

const NO_DATA = { collections: {}, accounts: [], files: [] };

const toRawSnapshot = (page: Page) =>
  'collection' in page
    ? { ...NO_DATA, collections: { [page.collection]: page.documents } }
    : { ...NO_DATA, ...page };

/**
 * For projects too large for memory. Data that a rule must see together is in one partition, in a
 * temporary folder. At most one page or partition is in memory, and a block of the ledger.
 * @param partitionCount number of partitions for members, slots and addresses
 */
export async function findViolationsByPages(
  pages: AsyncIterable<Page>,
  time: Pick<RawSnapshot, 'at' | 'aheadMs'>,
  partitionCount = DEFAULT_PARTITIONS,
): Promise<Finding[]> {
  const violationsByRule = new Map(
    RULES.map(({ description }) => [description, new Set<string>()]),
  );
  const partitions = openPartitions(partitionCount);
  try {
    for await (const page of pages) {
      addFindings(parseSnapshot({ ...time, ...toRawSnapshot(page) }), 'document', violationsByRule);
      partitions.put(page);
    }
    for (const { scope, raw } of partitions.read())
      addFindings(parseSnapshot({ ...time, ...raw }, partitions), scope, violationsByRule);
  } finally {
    partitions.remove();
  }
  return [...violationsByRule].map(([description, violations]) => ({
    description,
    violations: [...violations],
  }));
}

const MAX_LISTED_VIOLATIONS = 10;

export const findViolations = (snapshot: Snapshot): Finding[] =>
  RULES.map(({ description, violations }) => ({ description, violations: violations(snapshot) }));

export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ description, violations }) => {
    const listed = violations.slice(0, MAX_LISTED_VIOLATIONS).map((text) => `    ${text}`);
    const omittedLine =
      violations.length > MAX_LISTED_VIOLATIONS
        ? [`    and ${violations.length - MAX_LISTED_VIOLATIONS} more`]
        : [];
    return [`${violations.length === 0 ? '✓' : '✗'} ${description}`, ...listed, ...omittedLine];
  });
  return `${lines.join('\n')}\n`;
}
