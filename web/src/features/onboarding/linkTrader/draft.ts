import * as z from 'zod/mini';
import { forgetDraftFile } from '../../../data/outbox/draftFiles';
import { readDraft, writeDraft } from '../../../data/core/webStorage';

const TRADER_ID = 'link-trader-id';

/** The trader ID as it was typed before a reload; null where none was. */
export function typedTraderId(): string | null {
  const typed = z.string().safeParse(readDraft(TRADER_ID));
  return typed.success ? typed.data : null;
}

/** Keeps what is typed for this tab. */
export const keepTraderId = (text: string): void => writeDraft(TRADER_ID, text);

/** Forgets what was filled in and not sent: it was sent now, or never will be. */
export function forgetDraft(uid: string): void {
  writeDraft(TRADER_ID, null);
  forgetDraftFile(uid).catch(() => undefined);
}
