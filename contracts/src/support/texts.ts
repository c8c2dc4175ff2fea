import * as z from 'zod/mini';
import { isPrintable } from '../onboarding/printable';

export const SUBJECT_MAX_LENGTH = 120;
export const MESSAGE_MAX_LENGTH = 4000;

/** Line breaks as one kind, tabs as blanks: what is left must be printable, line by line. */
const tidied = (text: string) => text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').trim();

/** The subject of a ticket: one line. */
export const subjectField = (required: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(SUBJECT_MAX_LENGTH, `Subject must be at most ${SUBJECT_MAX_LENGTH} characters`),
      z.refine(isPrintable, 'Subject must not contain control characters'),
    );

/** A message in a ticket: trimmed, its line breaks kept. */
export const messageField = (required: string) =>
  z.string(required).check(
    z.overwrite(tidied),
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(MESSAGE_MAX_LENGTH, `Message must be at most ${MESSAGE_MAX_LENGTH} characters`),
    z.refine(
      (text) => text.split('\n').every(isPrintable),
      'Message must not contain control characters',
    ),
  );
