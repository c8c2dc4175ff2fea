import * as z from 'zod/mini';

/** Characters of a dashboard code and of a transfer code, read aloud or copied from another screen. */
export const TYPED_CODE_LENGTH = 8;

/** Characters of a reset token: short enough to be typed where a link opens the wrong window, 79 bits all the same. */
export const RESET_TOKEN_LENGTH = 16;

/** How long a reset token is valid, in ms. */
export const RESET_TOKEN_MS = 60 * 60_000;

/** How long a transfer code is valid, in ms. */
export const TRANSFER_CODE_MS = 5 * 60_000;

/** How long a dashboard code is valid, in ms. */
export const DASHBOARD_CODE_MS = 7 * 24 * 60 * 60_000;

/** A code as people type or paste it: blanks and dashes are not part of it, capitals neither. */
export const typedCode = (required: string) =>
  z.string(required).check(
    z.overwrite((text) => text.replace(/[\s-]/g, '').toLowerCase()),
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(200, required),
  );
