import * as z from 'zod/mini';
import { toLatin } from '../core/lookalikes';
import { cleanLine, countVisible } from '../core/visibleText';
import { hasContactDetails, looksLikeStaff, mixesScripts } from '../account/shownName';

const MIN_LENGTH = 3;
const MAX_LENGTH = 24;

const LENGTH_RULE = `A display name must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`;
const LETTERS_RULE =
  'Use only letters and digits, with single spaces, dots, hyphens or underscores between them';
const SCRIPT_RULE = 'A display name can’t mix alphabets';
const STAFF_RULE = 'A display name can’t look like a staff name';
const CONTACT_RULE = 'A display name can’t contain a link, a handle or a phone number';

/** Keys must be unique. Names that readers could confuse have the same key. */
export function toDisplayNameKey(name: string): string {
  const letters =
    toLatin(name)
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu) ?? [];
  return letters
    .join('')
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

export const displayNameSchema = z.string(LENGTH_RULE).check(
  z.overwrite(cleanLine),
  z.minLength(MIN_LENGTH, LENGTH_RULE),
  // The rules below take far more time for longer text.
  z.maxLength(MAX_LENGTH, { error: LENGTH_RULE, abort: true }),
  z.regex(/^[\p{L}\p{M}\p{N}]+(?:[ ._\u200C-][\p{L}\p{M}\p{N}]+)*$/u, LETTERS_RULE),
  z.refine((name) => countVisible(name) >= MIN_LENGTH, LENGTH_RULE),
  z.refine((name) => toDisplayNameKey(name) !== '', LETTERS_RULE),
  z.refine((name) => !mixesScripts(name), SCRIPT_RULE),
  z.refine((name) => !looksLikeStaff(name), STAFF_RULE),
  z.refine((name) => !hasContactDetails(name), CONTACT_RULE),
);
