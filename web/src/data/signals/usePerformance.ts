import { performanceSchema, type Performance } from '@quantalgo/contracts';
import { useStored } from '../storage/useStored';

/** Key of the one row of the performance table. */
export const PERFORMANCE_ROW = 'current';

/** The record in figures, as last received. Null where none came yet, undefined while it is read. */
export const usePerformance = (): Performance | null | undefined =>
  useStored(async ({ performance }) => {
    const parsed = performanceSchema.safeParse(await performance.get(PERFORMANCE_ROW));
    return parsed.success ? parsed.data : null;
  });
