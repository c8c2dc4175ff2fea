import * as z from 'zod/mini';

function isUrl(text: string): boolean {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

/** Replaces `z.url`, which would add 0.4 kB to the service worker. */
export const urlSchema = (error?: string) => z.string(error).check(z.refine(isUrl, error));
