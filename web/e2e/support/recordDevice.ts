import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { getDatabaseName, OUTBOX_NAME } from '../../src/data/database/databases';
import { TABLE_ACCESS } from '../../src/data/database/tables';
import { readRows, replaceRows } from './keptRows';

const MAX_ROWS = 12;

/** Their rows hold files, which JSON can't. */
const FILE_TABLES = new Set(['pictures', 'postPictures']);

const rowsByTable = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

/** Rows of a member's device by table, as a release stored them. */
export const deviceSchema = z.object({ member: rowsByTable, outbox: rowsByTable });
export type Device = z.infer<typeof deviceSchema>;

async function readTables(page: Page, database: string, tables: readonly string[]) {
  const rows: Record<string, unknown[]> = {};
  for (const table of tables)
    rows[table] = (await readRows(page, { database, table })).slice(-MAX_ROWS);
  return rows;
}

export async function recordDevice(page: Page, uid: string, folder: string): Promise<void> {
  const tables = Object.keys(TABLE_ACCESS).filter((table) => !FILE_TABLES.has(table));
  const device = {
    member: await readTables(page, getDatabaseName(uid), tables),
    outbox: await readTables(page, OUTBOX_NAME, ['items']),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'device.json'), `${JSON.stringify(device, null, 1)}\n`);
}

/** Replaces the rows of these tables. The app sees them after a reload. */
export async function restoreDevice(
  page: Page,
  uid: string,
  { member, outbox }: Device,
): Promise<void> {
  for (const [table, rows] of Object.entries(member))
    await replaceRows(page, { database: getDatabaseName(uid), table }, rows);
  for (const [table, rows] of Object.entries(outbox))
    await replaceRows(page, { database: OUTBOX_NAME, table }, rows);
}
