import type { PROOF_TYPES } from '@quantalgo/contracts';

/** What an image file says of itself. */
export interface ImageStructure {
  readonly type: (typeof PROOF_TYPES)[number];
  readonly width: number;
  readonly height: number;
  /** False where its bytes break off or break the rules before its end. */
  readonly isWhole: boolean;
  /** Stretches of the file that are no pixels: descriptions, profiles, and whatever stands behind the image. */
  readonly besidePixels: readonly Uint8Array[];
}
