import * as z from 'zod/mini';
import { toLatin } from '../core/lookalikes';
import { leadsAway, looksLikeStaff, mixesScripts } from '../account/shownName';

const MIN_LENGTH = 3;
const MAX_LENGTH = 24;

const LENGTH = `A display name must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`;
const LETTERS =
  'Use only letters and digits, with single spaces, dots, hyphens or underscores between them';
const ONE_SCRIPT = 'A display name must use a single script';
const TAKEN_BY_US = 'A display name can’t look like a staff name';
const LEADS_AWAY = 'A display name can’t contain a link, a handle or a number';

/** What names have in common that readers would take for one another: two members can't have the same key. */
export function displayNameKey(name: string): string {
  const letters =
    toLatin(name)
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.join('').replaceAll('0', 'o').replaceAll('1', 'l');
}

/** The name under which a member is shown to others: chosen by them, of nobody else. */
export const displayNameSchema = /* @__PURE__ */ z.string(LENGTH).check(
  z.trim(),
  z.minLength(MIN_LENGTH, LENGTH),
  z.maxLength(MAX_LENGTH, LENGTH),
  z.regex(/^[\p{L}\p{M}\p{N}]+(?:[ ._-][\p{L}\p{M}\p{N}]+)*$/u, LETTERS),
  z.refine((name) => !mixesScripts(name), ONE_SCRIPT),
  z.refine((name) => !looksLikeStaff(name), TAKEN_BY_US),
  z.refine((name) => !leadsAway(name), LEADS_AWAY),
);
