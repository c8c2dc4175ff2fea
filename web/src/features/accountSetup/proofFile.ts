import {
  FILE_TOO_LARGE,
  NOT_A_SETUP_PROOF,
  PROOF_MAX_BYTES,
  PROOF_MAX_EDGE,
  SETUP_PROOF_TYPES,
  TOO_MANY_PIXELS,
} from '@quantalgo/contracts';
import { longerSide, shrunk } from '../../data/core/images';

const PDF = 'application/pdf';

/** A PDF names itself in its first bytes. Source: ISO 32000-1, 7.5.2 */
const PDF_MARK = '%PDF-';

const ACCEPTED: readonly string[] = [...SETUP_PROOF_TYPES, 'image/jpg'];

async function isPdf(file: File): Promise<boolean> {
  const head = await file.slice(0, PDF_MARK.length).text();
  return head === PDF_MARK;
}

/** What keeps a file from being the proof of a deposit, in the words of the screen; undefined when nothing does. */
export async function wrongWithProof(file: File): Promise<string | undefined> {
  if (!ACCEPTED.includes(file.type) || file.size === 0) return NOT_A_SETUP_PROOF;
  if (file.size >= PROOF_MAX_BYTES) return FILE_TOO_LARGE;
  if (file.type === PDF) return (await isPdf(file)) ? undefined : NOT_A_SETUP_PROOF;
  const side = longerSide(await file.arrayBuffer());
  if (side === null || side === 0) return NOT_A_SETUP_PROOF;
  return side > PROOF_MAX_EDGE ? TOO_MANY_PIXELS : undefined;
}

/**
 * The bytes to send: a picture no larger than people need to read it, a PDF as it is; null for one that can't be drawn.
 * @throws Error when the file can't be read
 */
export const prepared = async (file: File): Promise<{ type: string; bytes: ArrayBuffer } | null> =>
  file.type === PDF ? { type: PDF, bytes: await file.arrayBuffer() } : shrunk(file);
