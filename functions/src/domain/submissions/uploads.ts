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

const EMPTY_FILE = `The file is empty. ${NOT_AN_IMAGE}`;

// Markers of HTML, scripts, PDFs and archives. Staff open stored images in a browser, so files that
// are also valid in another format are refused.
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

const ARCHIVE_STARTS = [Buffer.from('PK\u0003\u0004'), Buffer.from('PK\u0005\u0006')];

function isForeign(bytes: Uint8Array): boolean {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const contents = raw.toString('latin1').toLowerCase();
  return (
    FOREIGN_TEXTS.some((text) => contents.includes(text)) ||
    ARCHIVE_STARTS.some((start) => raw.includes(start))
  );
}

const isPolyglot = ({ nonPixelData }: ImageStructure): boolean => nonPixelData.some(isForeign);

const refuse = (reason: string): Inspection => ({ accepted: false, reason });

/** Ignores the file's name and claimed type. */
export function inspectImage(bytes: Uint8Array): Inspection {
  if (bytes.length === 0) return refuse(EMPTY_FILE);
  if (bytes.length >= PROOF_MAX_BYTES) return refuse(FILE_TOO_LARGE);
  const image = readPng(bytes) ?? readJpeg(bytes);
  if (!image || image.width === 0 || image.height === 0) return refuse(NOT_AN_IMAGE);
  if (image.width > PROOF_MAX_EDGE || image.height > PROOF_MAX_EDGE) return refuse(TOO_MANY_PIXELS);
  if (image.width * image.height > PROOF_MAX_PIXELS) return refuse(TOO_MANY_MEGAPIXELS);
  if (!image.isWhole || isPolyglot(image)) return refuse(NOT_AN_IMAGE);
  const { type, width, height } = image;
  return { accepted: true, type, width, height };
}

/** Devices shrink a picture and convert it to JPEG before they send it. */
export function inspectPicture(bytes: Uint8Array): Inspection {
  if (bytes.length >= PICTURE_MAX_BYTES) return refuse(PICTURE_TOO_LARGE);
  const verdict = inspectImage(bytes);
  if (!verdict.accepted) return refuse(verdict.reason.replace(NOT_AN_IMAGE, NOT_A_PICTURE));
  if (verdict.type !== PICTURE_TYPE) return refuse(NOT_A_PICTURE);
  return isPictureSize(verdict.width, verdict.height) ? verdict : refuse(PICTURE_TOO_LARGE);
}

/**
 * Keeps only the parts that decoders draw pixels from: no text, colour profile, animation or
 * trailing data. A JPEG keeps its colour and orientation segments.
 */
export const stripImage = (bytes: Uint8Array): Buffer =>
  Buffer.concat((readPng(bytes) ?? readJpeg(bytes))?.drawn ?? []);

type PdfInspection =
  | { readonly accepted: true; readonly type: 'application/pdf' }
  | { readonly accepted: false; readonly reason: string };

const PDF_HEADER = /^%PDF-[12]\.\d/;

const PDF_TAIL_BYTES = 1024;

const PDF_END = /startxref\s+\d+\s+%%EOF\s*$/;

// Names that make a document run something, link elsewhere or carry attachments. An `OpenAction`
// with a destination inside the document, as word processors write it, is harmless.
const ACTIVE_NAMES =
  /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|URI|GoToR|GoToE|AA)\b|\/OpenAction\b(?!\s*\[)/;

const PDF_IS_ACTIVE =
  'The PDF contains scripts, links or attachments. Please upload a screenshot instead.';

/**
 * Names too long to occur in compressed data by chance. Refused anywhere in the file, because a
 * comment or string with the word `stream` could hide them.
 */
const LONG_ACTIVE_NAMES =
  /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToR|GoToE)\b|\/OpenAction\b(?!\s*\[)/;

const ENCRYPTION_ENTRY = /\/Encrypt\b/;

// Removes streams, because compressed data contains short names by chance.
function stripStreams(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const streamStart = text.indexOf('stream', from);
    const streamEnd = streamStart < 0 ? -1 : text.indexOf('endstream', streamStart);
    if (streamEnd < 0) return [...parts, text.slice(from)].join('');
    parts.push(text.slice(from, streamStart));
    from = streamEnd + 'endstream'.length;
  }
}

// Names with an escaped character, such as `/J#61vaScript`. Source: ISO 32000-1, 7.3.5
const ESCAPED_NAME = /\/[^\s/<>()[\]{}%]{0,100}#[^\s/<>()[\]{}%]{0,100}/g;

// PDF writers rarely escape names other than those of fonts.
const MAX_ESCAPED_NAMES = 2000;

const unescapeName = (name: string): string =>
  name.replace(/#([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );

function isActive(text: string, textOutsideStreams: string): boolean {
  if (ACTIVE_NAMES.test(textOutsideStreams) || LONG_ACTIVE_NAMES.test(text)) return true;
  let count = 0;
  for (const [name] of textOutsideStreams.matchAll(ESCAPED_NAME)) {
    count += 1;
    if (count > MAX_ESCAPED_NAMES || ACTIVE_NAMES.test(unescapeName(name))) return true;
  }
  for (const [name] of text.matchAll(ESCAPED_NAME))
    if (LONG_ACTIVE_NAMES.test(unescapeName(name))) return true;
  return false;
}

const refusePdf = (reason: string): PdfInspection => ({ accepted: false, reason });

// Requires the header at the start: a file with a PDF further in is also valid in another format.
const looksLikePdf = (bytes: Uint8Array): boolean =>
  PDF_HEADER.test(Buffer.from(bytes.subarray(0, 16)).toString('latin1'));

/**
 * Checks that a PDF is complete, unencrypted and without active content in clear text. Doesn't read
 * names inside compressed objects, because staff see only the pictures that pdf.js draws of it.
 * Source: ISO 32000-1, 7.5.2 (header), 7.5.5 (trailer), 12.6 (actions)
 */
function inspectPdf(bytes: Uint8Array): PdfInspection {
  if (bytes.length >= PROOF_MAX_BYTES) return refusePdf(FILE_TOO_LARGE);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!PDF_HEADER.test(text) || !PDF_END.test(text.slice(-PDF_TAIL_BYTES)))
    return refusePdf(NOT_A_SETUP_PROOF);
  const textOutsideStreams = stripStreams(text);
  if (ENCRYPTION_ENTRY.test(text))
    return refusePdf('The PDF is password-protected. Please upload one without a password.');
  if (isActive(text, textOutsideStreams)) return refusePdf(PDF_IS_ACTIVE);
  return { accepted: true, type: 'application/pdf' };
}

/** Accepts an image or a PDF. Ignores the file's name and claimed type. */
export function inspectSetupProof(bytes: Uint8Array): Inspection | PdfInspection {
  if (looksLikePdf(bytes)) return inspectPdf(bytes);
  const verdict = inspectImage(bytes);
  if (verdict.accepted) return verdict;
  return { accepted: false, reason: verdict.reason.replace(NOT_AN_IMAGE, NOT_A_SETUP_PROOF) };
}
