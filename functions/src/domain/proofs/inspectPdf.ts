import { FILE_TOO_LARGE, NOT_A_SETUP_PROOF, PROOF_MAX_BYTES } from '@quantalgo/contracts';

export type PdfInspection =
  | { readonly accepted: true; readonly type: 'application/pdf' }
  | { readonly accepted: false; readonly reason: string };

const HEADER = /^%PDF-[12]\.\d/;

/** Bytes at the end that may stand around the last mark. */
const TAIL = 1024;
const END = /startxref\s+\d+\s+%%EOF\s*$/;

/** What makes a document do something, or bring something along, when it is opened. */
const ACTIVE = /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)\b/;
const ENCRYPTED = /\/Encrypt\b/;

/** The document without the bytes of its streams, in which any short name turns up by chance. */
function outsideStreams(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf('stream', from);
    const end = start < 0 ? -1 : text.indexOf('endstream', start);
    if (end < 0) return [...kept, text.slice(from)].join('');
    kept.push(text.slice(from, start));
    from = end + 'endstream'.length;
  }
}

const refused = (reason: string): PdfInspection => ({ accepted: false, reason });

/** True where the bytes begin as a PDF does: at the very first one, as what begins later is something else too. */
export const looksLikePdf = (bytes: Uint8Array): boolean =>
  HEADER.test(Buffer.from(bytes.subarray(0, 16)).toString('latin1'));

/**
 * Judges a PDF by its bytes: whole, readable without a password, and without what runs or hides in it as far as that
 * stands in clear (names inside compressed objects are not read; staff open it in a browser, which runs nothing of it).
 * Source: ISO 32000-1, 7.5.2 (header), 7.5.5 (trailer), 12.6 (actions)
 */
export function inspectPdf(bytes: Uint8Array): PdfInspection {
  if (bytes.length >= PROOF_MAX_BYTES) return refused(FILE_TOO_LARGE);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!HEADER.test(text) || !END.test(text.slice(-TAIL))) return refused(NOT_A_SETUP_PROOF);
  const names = outsideStreams(text);
  if (ENCRYPTED.test(names))
    return refused('The PDF is locked with a password. Please upload one that opens without.');
  if (ACTIVE.test(names))
    return refused('The PDF has scripts or attachments. Please upload a screenshot instead.');
  return { accepted: true, type: 'application/pdf' };
}
