import * as z from 'zod/mini';
import { HISTORY_EXTENT_ROW } from '../storage/eviction';
import { useStored } from '../storage/memberDatabase';

const extentSchema = z.object({ complete: z.boolean() });

/**
 * True if this device has every signal of the member's audiences; undefined while loading. A change
 * of audiences deletes the row.
 */
export const useWholeHistory = (): boolean | undefined =>
  useStored(
    async ({ meta }) =>
      extentSchema.safeParse(await meta.get(HISTORY_EXTENT_ROW)).data?.complete === true,
  );
