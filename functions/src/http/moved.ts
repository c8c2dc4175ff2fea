import { type Call, HttpError } from './reply';

/** Where the ledger was served in pages, before it was served as a log. */
const LEDGER = /^\/api\/ledger(?:[/?]|$)/;

/** For a person who runs an older verify-ledger.mjs or has an older page open: both show it. */
const WORDS =
  'The ledger is served at /ledger/checkpoint now. Reload the page, or download verify-ledger.mjs again.';

/** Answers calls for addresses that are gone for good with 410, and where to go. Returns whether a call is for one. */
export function answersMoved(call: Call): boolean {
  const { url = '' } = call.request;
  if (!LEDGER.test(url)) return false;
  call.endpoint = '/api/ledger';
  call.fail(new HttpError(410, WORDS));
  return true;
}
