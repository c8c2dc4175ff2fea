import type { Performance } from '@quantalgo/contracts';
import type { MemberDatabase } from '../storage/database';
import { PERFORMANCE_ROW } from './usePerformance';

/** Stores the figures of the record in place of the older ones. */
export async function keepPerformance(
  { performance }: MemberDatabase,
  figures: Performance,
): Promise<void> {
  await performance.put({ id: PERFORMANCE_ROW, ...figures });
}
