import { PROOF_MAX_EDGE } from './submission';

/** Limits (px) to which devices reduce an image before they send it. */
export interface ImageSize {
  readonly longer: number;
  /** The shorter side isn't reduced below this, whatever the longer: text is as legible as an image is wide. */
  readonly shorter: number;
}

export const PROOF_SIZE: ImageSize = { longer: 2000, shorter: 1080 };

/** Limits of a member's picture, which others download. */
export const PICTURE_SIZE: ImageSize = { longer: 1600, shorter: 1080 };

/** The scale, at most 1, that brings an image of this size (px) within limits. */
export function imageScale(width: number, height: number, { longer, shorter }: ImageSize): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return Math.min(1, Math.max(longer / long, shorter / short), PROOF_MAX_EDGE / long);
}

/** True for a size (px) that a device may send a picture in. */
export const isPictureSize = (width: number, height: number): boolean =>
  Math.max(width, height) <= PICTURE_SIZE.longer ||
  (Math.min(width, height) <= PICTURE_SIZE.shorter && Math.max(width, height) <= PROOF_MAX_EDGE);
