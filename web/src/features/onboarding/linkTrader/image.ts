import {
  FILE_TOO_LARGE,
  NOT_AN_IMAGE,
  PROOF_MAX_BYTES,
  PROOF_MAX_EDGE,
  PROOF_TYPES,
  TOO_MANY_PIXELS,
} from '@quantalgo/contracts';
import { longerSide } from '../../../data/core/images';

/** What browsers call the pictures that are taken. */
const ACCEPTED: readonly string[] = [...PROOF_TYPES, 'image/jpg'];

/** What keeps a file from being a proof, in the words of the screen; undefined when nothing does. */
export function wrongWithFile(file: File | null): string | undefined {
  if (!file) return 'Please upload proof of your trader account';
  if (!ACCEPTED.includes(file.type) || file.size === 0) return NOT_AN_IMAGE;
  return file.size < PROOF_MAX_BYTES ? undefined : FILE_TOO_LARGE;
}

/** As {@link wrongWithFile}, by what the file holds as well: nothing else draws it before. */
export async function wrongWithPicture(file: File): Promise<string | undefined> {
  const wrong = wrongWithFile(file);
  if (wrong !== undefined) return wrong;
  const side = await file.arrayBuffer().then(longerSide, () => null);
  if (side === null || side === 0) return NOT_AN_IMAGE;
  return side > PROOF_MAX_EDGE ? TOO_MANY_PIXELS : undefined;
}
