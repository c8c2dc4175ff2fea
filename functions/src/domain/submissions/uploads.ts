import { isPictureSize } from '@quantalgo/contracts/submissions/imageSize';
import {
  FILE_TOO_LARGE,
  NOT_A_PICTURE,
  NOT_A_SETUP_PROOF,
  NOT_AN_IMAGE,
  PICTURE_MAX_BYTES,
  PICTURE_TOO_LARGE,
  PICTURE_TYPE,
  PROOF_MAX_BYTES,
  PROOF_MAX_EDGE,
  PROOF_MAX_PIXELS,
  TOO_MANY_MEGAPIXELS,
  TOO_MANY_PIXELS,
} from '@quantalgo/contracts/submissions/submission';
import { type ImageStructure, readJpeg, readPng } from './imageStructure';

type Inspection =
  | ({ readonly accepted: true } & Pick<ImageStructure, 'type' | 'width' | 'height'>)
  | { readonly accepted: false; readonly reason: string };

const EMPTY = `The file is empty. ${NOT_AN_IMAGE}`;

/**
 * Content that makes a file more than an image: a page, a script, a document, an archive. Staff open stored images, so
 * they must be nothing else.
 */
const FOREIGN_TEXTS = [
  '<!doctype',
  '<html',
  '<script',
  '<svg',
  '<iframe',
  '<body',
  '<?php',
  '%pdf-',
];

const ARCHIVE = [Buffer.from('PK\u0003\u0004'), Buffer.from('PK\u0005\u0006')];

function isForeign(bytes: Uint8Array): boolean {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = raw.toString('latin1').toLowerCase();
  return (
    FOREIGN_TEXTS.some((text) => words.includes(text)) ||
    ARCHIVE.some((start) => raw.includes(start))
  );
}

const isPolyglot = ({ besidePixels }: ImageStructure): boolean => besidePixels.some(isForeign);

const refused = (reason: string): Inspection => ({ accepted: false, reason });

/** Judges the bytes of an uploaded proof, whatever its name and type claim. */
export function inspectImage(bytes: Uint8Array): Inspection {
  if (bytes.length === 0) return refused(EMPTY);
  if (bytes.length >= PROOF_MAX_BYTES) return refused(FILE_TOO_LARGE);
  const image = readPng(bytes) ?? readJpeg(bytes);
  if (!image || image.width === 0 || image.height === 0) return refused(NOT_AN_IMAGE);
  if (image.width > PROOF_MAX_EDGE || image.height > PROOF_MAX_EDGE)
    return refused(TOO_MANY_PIXELS);
  if (image.width * image.height > PROOF_MAX_PIXELS) return refused(TOO_MANY_MEGAPIXELS);
  if (!image.isWhole || isPolyglot(image)) return refused(NOT_AN_IMAGE);
  const { type, width, height } = image;
  return { accepted: true, type, width, height };
}

/** Judges the bytes of a picture, which devices shrink and turn into a JPEG before they send it. */
export function inspectPicture(bytes: Uint8Array): Inspection {
  if (bytes.length >= PICTURE_MAX_BYTES) return refused(PICTURE_TOO_LARGE);
  const verdict = inspectImage(bytes);
  if (!verdict.accepted) return refused(verdict.reason.replace(NOT_AN_IMAGE, NOT_A_PICTURE));
  if (verdict.type !== PICTURE_TYPE) return refused(NOT_A_PICTURE);
  return isPictureSize(verdict.width, verdict.height) ? verdict : refused(PICTURE_TOO_LARGE);
}

/**
 * An accepted image reduced to the parts that its pixels are drawn from, as decoders get it: no text, no colour
 * profile, no animation frames, nothing after its end. A JPEG keeps the segments that say its colours and orientation.
 */
export const bareImage = (bytes: Uint8Array): Buffer =>
  Buffer.concat((readPng(bytes) ?? readJpeg(bytes))?.drawn ?? []);

type PdfInspection =
  | { readonly accepted: true; readonly type: 'application/pdf' }
  | { readonly accepted: false; readonly reason: string };

const HEADER = /^%PDF-[12]\.\d/;

/** Bytes at the end of the file that are searched for the end mark. */
const TAIL = 1024;

const END = /startxref\s+\d+\s+%%EOF\s*$/;

/**
 * Names that make a document run something, link elsewhere, or carry attachments. An `OpenAction` with a destination in
 * the document itself, as word processors write it, is harmless.
 */
const ACTIVE =
  /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|URI|GoToR|GoToE|AA)\b|\/OpenAction\b(?!\s*\[)/;

const PDF_IS_ACTIVE =
  'The PDF has scripts, links or attachments. Please upload a screenshot instead.';

const ENCRYPTED = /\/Encrypt\b/;

/** The document without the bytes of its streams, which contain any short name by chance. */
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

/** Names with an escaped character, such as `/J#61vaScript`. Source: ISO 32000-1, 7.3.5 */
const ESCAPED = /\/[^\s/<>()[\]{}%]{0,100}#[^\s/<>()[\]{}%]{0,100}/g;

/** Most names with escapes that are read: PDF writers need them for fonts, if at all. */
const MAX_ESCAPED = 2000;

const unescaped = (name: string): string =>
  name.replace(/#([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );

/** True where a document is active with its names unescaped, or escapes too many of them to check. */
function isActive(text: string): boolean {
  if (ACTIVE.test(text)) return true;
  let read = 0;
  for (const [name] of text.matchAll(ESCAPED)) {
    read += 1;
    if (read > MAX_ESCAPED || ACTIVE.test(unescaped(name))) return true;
  }
  return false;
}

const refusedPdf = (reason: string): PdfInspection => ({ accepted: false, reason });

/** True where the very first byte begins a PDF: a file in which one begins later is something else too. */
const looksLikePdf = (bytes: Uint8Array): boolean =>
  HEADER.test(Buffer.from(bytes.subarray(0, 16)).toString('latin1'));

/**
 * Judges a PDF by its bytes: complete, readable without a password, and without active content as far as it is in clear
 * text (names inside compressed objects are not read; staff open it in a browser, which runs none of them).
 * Source: ISO 32000-1, 7.5.2 (header), 7.5.5 (trailer), 12.6 (actions)
 */
function inspectPdf(bytes: Uint8Array): PdfInspection {
  if (bytes.length >= PROOF_MAX_BYTES) return refusedPdf(FILE_TOO_LARGE);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!HEADER.test(text) || !END.test(text.slice(-TAIL))) return refusedPdf(NOT_A_SETUP_PROOF);
  const names = outsideStreams(text);
  if (ENCRYPTED.test(names))
    return refusedPdf('The PDF is locked with a password. Please upload one that opens without.');
  if (isActive(names)) return refusedPdf(PDF_IS_ACTIVE);
  return { accepted: true, type: 'application/pdf' };
}

/** Judges the bytes of a proof of deposit, whatever its name and type claim: an image or a PDF. */
export function inspectSetupProof(bytes: Uint8Array): Inspection | PdfInspection {
  if (looksLikePdf(bytes)) return inspectPdf(bytes);
  const verdict = inspectImage(bytes);
  if (verdict.accepted) return verdict;
  return { accepted: false, reason: verdict.reason.replace(NOT_AN_IMAGE, NOT_A_SETUP_PROOF) };
}
