import {
  FILE_TOO_LARGE,
  NOT_AN_IMAGE,
  PROOF_MAX_BYTES,
  PROOF_MAX_EDGE,
  TOO_MANY_PIXELS,
} from '@quantalgo/contracts';
import type { ImageStructure } from './imageStructure';
import { readJpeg } from './jpeg';
import { readPng } from './png';

export type Inspection =
  | ({ readonly accepted: true } & Pick<ImageStructure, 'type' | 'width' | 'height'>)
  | { readonly accepted: false; readonly reason: string };

const EMPTY = `The file is empty. ${NOT_AN_IMAGE}`;

/**
 * What makes a file something else beside an image: a page, a script, a document, an archive. An image is stored to be
 * looked at by staff, and must be nothing but that.
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
  const raw = Buffer.from(bytes);
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
  if (!image.isWhole || isPolyglot(image)) return refused(NOT_AN_IMAGE);
  const { type, width, height } = image;
  return { accepted: true, type, width, height };
}
