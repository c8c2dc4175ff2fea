import { DEFAULT_PRIORITY, ticketBodySchema, type TicketBody } from '@quantalgo/contracts';
import * as z from 'zod/mini';

/** What is typed into the form of a ticket. `signal`: id of the signal it is about, empty without one. */
export const valuesSchema = z.object({
  category: z.string(),
  subject: z.string(),
  message: z.string(),
  priority: z.string(),
  signal: z.string(),
  entrySeen: z.string(),
  exitSeen: z.string(),
});
export type Values = z.infer<typeof valuesSchema>;
export type FieldName = Exclude<keyof Values, 'signal'>;
export type Errors = Readonly<Partial<Record<FieldName, string>>>;

/** The fields in the order in which they stand. */
export const FIELDS = [
  'category',
  'subject',
  'entrySeen',
  'exitSeen',
  'message',
  'priority',
] as const satisfies readonly FieldName[];

export const EMPTY: Values = {
  category: '',
  subject: '',
  message: '',
  priority: DEFAULT_PRIORITY,
  signal: '',
  entrySeen: '',
  exitSeen: '',
};

/** What is said where nothing, or only blanks, was entered. */
const REQUIRED: Errors = {
  category: 'Please choose a category',
  subject: 'Please enter a subject',
  message: 'Please enter a message',
};

const priceOf = (text: string) => (text.trim() === '' ? null : Number(text.replace(',', '.')));

const signalOf = ({ signal, entrySeen, exitSeen }: Values) =>
  signal === ''
    ? {}
    : { signal: { id: signal, entrySeen: priceOf(entrySeen), exitSeen: priceOf(exitSeen) } };

const fieldAt = (path: readonly PropertyKey[]): FieldName =>
  FIELDS.find((field) => path.includes(field)) ?? 'entrySeen';

/** The ticket that the form holds, or what is wrong with its fields: the first thing of each. */
export function readForm(
  values: Values,
): { readonly body: TicketBody } | { readonly errors: Errors } {
  const { category, subject, message, priority } = values;
  const given = { category, subject, message, priority, ...signalOf(values) };
  const parsed = ticketBodySchema.safeParse(given);
  if (parsed.success) return { body: parsed.data };
  const errors: Partial<Record<FieldName, string>> = {};
  for (const issue of parsed.error.issues) {
    const field = fieldAt(issue.path);
    const blank = values[field].trim() === '' ? REQUIRED[field] : undefined;
    errors[field] ??= blank ?? issue.message;
  }
  return { errors };
}

const seenText = (price: number | null) => (price === null ? '' : String(price));

/** The form that a ticket was written with, to be written again. */
export const valuesOf = ({ category, subject, message, priority, signal }: TicketBody): Values => ({
  category,
  subject,
  message,
  priority,
  signal: signal?.id ?? '',
  entrySeen: seenText(signal?.entrySeen ?? null),
  exitSeen: seenText(signal?.exitSeen ?? null),
});
