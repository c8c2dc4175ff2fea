import * as z from 'zod/mini';

/** Something, an at sign, and a domain with a dot: what the specification's `{email}` asks for. */
const LOOKS_LIKE_EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/;

/**
 * An address, trimmed and lower-cased (the one place where that happens), with the messages of the screen it stands on.
 */
export const emailField = (required: string, invalid: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(254, { error: invalid, abort: true }),
      z.regex(LOOKS_LIKE_EMAIL, invalid),
    );
