import { type Course, courseSchema } from '@quantalgo/contracts/vault/course';
import { type Learning, learningSchema, EMPTY_LEARNING } from '@quantalgo/contracts/vault/learning';
import * as z from 'zod/mini';
import type { MemberDatabase } from '../database/tables';

const LEARNING_ROW = 'learning';
const VAULT_ROW = 'vault';

const vaultSchema = z.object({ version: z.string(), courses: z.array(courseSchema) });

export interface StoredVault {
  readonly version: string;
  readonly courses: readonly Course[];
}

export const readVault = async ({ courses }: MemberDatabase): Promise<StoredVault | null> =>
  vaultSchema.safeParse(await courses.get(VAULT_ROW)).data ?? null;

export async function storeVault({ courses }: MemberDatabase, vault: StoredVault): Promise<void> {
  await courses.put({ id: VAULT_ROW, version: vault.version, courses: vault.courses });
}

export const readLearning = async ({ meta }: MemberDatabase): Promise<Learning> =>
  learningSchema.safeParse(await meta.get(LEARNING_ROW)).data ?? EMPTY_LEARNING;

export async function storeLearning(database: MemberDatabase, response: unknown): Promise<void> {
  const learning = learningSchema.safeParse(response).data;
  if (!learning) return;
  const { meta } = database;
  await meta.db.transaction('rw', meta, async () => {
    const { seq } = await readLearning(database);
    if (learning.seq >= seq) await meta.put({ id: LEARNING_ROW, ...learning });
  });
}
