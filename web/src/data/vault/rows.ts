import { type Course, courseSchema } from '@quantalgo/contracts/vault/course';
import {
  type Learning,
  learningSchema,
  NOTHING_LEARNED,
} from '@quantalgo/contracts/vault/learning';
import * as z from 'zod/mini';
import type { MemberDatabase } from '../storage/database';

const LEARNING = 'learning';
const VAULT = 'vault';

const vaultSchema = z.object({ version: z.string(), courses: z.array(courseSchema) });

/** The courses on this device. */
export interface StoredVault {
  readonly version: string;
  readonly courses: readonly Course[];
}

/** The courses; null where this device has none that this build can read. */
export const readVault = async ({ courses }: MemberDatabase): Promise<StoredVault | null> =>
  vaultSchema.safeParse(await courses.get(VAULT)).data ?? null;

/** Stores the courses, replacing those of before. */
export async function storeVault({ courses }: MemberDatabase, vault: StoredVault): Promise<void> {
  await courses.put({ id: VAULT, version: vault.version, courses: vault.courses });
}

/** What the member did in the courses, as the server last answered it. */
export const readLearning = async ({ meta }: MemberDatabase): Promise<Learning> =>
  learningSchema.safeParse(await meta.get(LEARNING)).data ?? NOTHING_LEARNED;

/** Stores what the server answered, never an older answer over a newer one; one that can't be read changes nothing. */
export async function storeLearning(database: MemberDatabase, answer: unknown): Promise<void> {
  const learning = learningSchema.safeParse(answer).data;
  if (!learning) return;
  const { meta } = database;
  await meta.db.transaction('rw', meta, async () => {
    const { seq } = await readLearning(database);
    if (learning.seq >= seq) await meta.put({ id: LEARNING, ...learning });
  });
}
