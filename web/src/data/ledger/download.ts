import {
  envelopeSchema,
  ledgerEndpoints,
  stampSchema,
  STAMPS_PAGE_SIZE,
  type Stamp,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { readPublic } from '../public/readPublic';

/** Somebody waits for it and sees a bar: a slow network is given time (ms). */
export const PATIENCE_MS = 30_000;

/** No page came: nothing answered, or something that is no page of a ledger. */
export class DownloadError extends Error {
  constructor(
    readonly reason: 'unanswered' | 'unreadable',
    cause: unknown,
  ) {
    super(`A page of the ledger did not come: ${reason}`, { cause });
  }
}

const listSchema = z.array(z.unknown());

/**
 * The entries in the text of a reply, as they came.
 * @throws DownloadError where it is none
 */
export function entriesIn(text: string): readonly unknown[] {
  try {
    const envelope = envelopeSchema.parse(JSON.parse(text));
    if (!envelope.success) throw new Error(envelope.error ?? 'The page was refused');
    return listSchema.parse(envelope.data);
  } catch (error) {
    throw new DownloadError('unreadable', error);
  }
}

/**
 * Downloads a page of a ledger as text.
 * @param fresh past whatever cache keeps it
 * @throws DownloadError where it does not come
 */
export async function downloadPage(
  ledgerId: string,
  page: number,
  fresh: boolean,
): Promise<string> {
  const path = ledgerEndpoints.ledgerPage.path.replace(':page', String(page));
  try {
    const response = await fetch(
      `${path}?${new URLSearchParams({ ledger: ledgerId }).toString()}`,
      {
        headers: { Accept: 'application/json' },
        credentials: 'omit',
        cache: fresh ? 'reload' : 'default',
        signal: AbortSignal.timeout(PATIENCE_MS),
      },
    );
    return await response.text();
  } catch (error) {
    throw new DownloadError('unanswered', error);
  }
}

/**
 * All daily stamps, oldest first.
 * @throws Error where they do not come
 */
export async function downloadStamps(): Promise<Stamp[]> {
  const { path } = ledgerEndpoints.ledgerStamps;
  const stamps: Stamp[] = [];
  for (;;) {
    const after = stamps.at(-1)?.day;
    const address = after === undefined ? path : `${path}?after=${after}`;
    const { data } = await readPublic({ path: address, data: z.array(stampSchema) }, PATIENCE_MS);
    stamps.push(...data);
    if (data.length < STAMPS_PAGE_SIZE) return stamps;
  }
}
