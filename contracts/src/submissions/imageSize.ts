import { PROOF_MAX_EDGE } from './submission';

/** In px. Devices shrink images to this size before sending them. */
export interface ImageSize {
  readonly longer: number;
  /** Keeps text in long images legible: the shorter side stays this long up to `PROOF_MAX_EDGE`. */
  readonly shorter: number;
}

export const PROOF_SIZE: ImageSize = { longer: 2000, shorter: 1080 };

export const PICTURE_SIZE: ImageSize = { longer: 1600, shorter: 1080 };

export function computeImageScale(
  width: number,
  height: number,
  { longer, shorter }: ImageSize,
): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return Math.min(1, Math.max(longer / long, shorter / short), PROOF_MAX_EDGE / long);
}

export const isPictureSize = (width: number, height: number): boolean =>
  Math.max(width, height) <= PICTURE_SIZE.longer ||
  (Math.min(width, height) <= PICTURE_SIZE.shorter && Math.max(width, height) <= PROOF_MAX_EDGE);
