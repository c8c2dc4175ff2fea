import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recordSchema } from '@quantalgo/contracts/record/endpoints';
import * as z from 'zod/mini';
import { inRoot } from '../system/root';

const TIMEOUT_MS = 10_000;

const RECORD_FILE = join('.local', 'build', 'record.json');

const replySchema = z.object({ timestamp: z.iso.datetime(), data: recordSchema });

/**
 * Stores the live site's `/api/record` response for the next build's landing page.
 * @param site origin
 * @param file relative to the root
 * @returns `file`; null without a network, or if the site has no record that this version can read
 */
export async function fetchLastRecord(site: string, file = RECORD_FILE): Promise<string | null> {
  try {
    const response = await fetch(`${site}/api/record`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const reply = replySchema.parse(await response.json());
    mkdirSync(dirname(inRoot(file)), { recursive: true });
    writeFileSync(inRoot(file), JSON.stringify(reply));
    return file;
  } catch {
    return null;
  }
}
