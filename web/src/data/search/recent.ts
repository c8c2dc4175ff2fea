import * as z from 'zod/mini';
import type { MemberDatabase } from '../database/tables';
import { useStored, withDatabase } from '../storage/memberDatabase';

const SEARCHES_ROW = 'searches';

const MAX_SEARCHES = 5;

const MAX_SEARCH_LENGTH = 80;

const storedSchema = z.object({ texts: z.array(z.string()) });

async function readSearches({ meta }: MemberDatabase): Promise<readonly string[]> {
  return storedSchema.safeParse(await meta.get(SEARCHES_ROW)).data?.texts ?? [];
}

/** Newest first. Deleted with the member’s other data on logout. */
export const useSearches = (): readonly string[] | undefined => useStored(readSearches);

export const addSearch = (uid: string, text: string): Promise<void> =>
  withDatabase(uid, (database) =>
    database.meta.db.transaction('rw', database.meta, async () => {
      const others = (await readSearches(database)).filter((stored) => stored !== text);
      const texts = [text.slice(0, MAX_SEARCH_LENGTH), ...others].slice(0, MAX_SEARCHES);
      await database.meta.put({ id: SEARCHES_ROW, texts });
    }),
  );
