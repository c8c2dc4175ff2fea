import type { Page } from '@playwright/test';

/** A table of a database in the page's browser. */
interface Table {
  readonly database: string;
  readonly table: string;
}

/** A row to store; `key` is for tables whose rows don't contain their key. */
interface RowToKeep {
  readonly row: unknown;
  readonly key?: string;
}

/** All rows of a table on the device; empty if the database doesn't exist. */
export const readRows = (page: Page, of: Table): Promise<unknown[]> =>
  page.evaluate(
    ({ database: name, table }) =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open(name);
        // The database doesn't exist, and reading must not create it.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve([]);
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction(table).objectStore(table).getAll();
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result);
          };
        };
      }),
    of,
  );

/** Writes rows without the app, which sees them only after a restart. */
export const writeRows = (page: Page, of: Table, rows: readonly RowToKeep[]): Promise<void> =>
  putRows(page, of, rows, false);

/** Like {@link writeRows}, and deletes all other rows. */
export const replaceRows = (page: Page, of: Table, rows: readonly object[]): Promise<void> =>
  putRows(
    page,
    of,
    rows.map((row) => ({ row })),
    true,
  );

const putRows = (
  page: Page,
  of: Table,
  rows: readonly RowToKeep[],
  isReplaced: boolean,
): Promise<void> =>
  page.evaluate(
    ([{ database: name, table }, kept, clears]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(new Error(`${name} can't be opened`));
        opening.onsuccess = () => {
          const database = opening.result;
          const writing = database.transaction(table, 'readwrite');
          if (clears) writing.objectStore(table).clear();
          for (const { row, key } of kept) writing.objectStore(table).put(row, key);
          writing.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    [of, rows, isReplaced] as const,
  );
