import {
  DEFAULT_PRIORITY,
  isSlotId,
  type TicketBody,
  ticketBodySchema,
} from '@quantalgo/contracts';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import { append } from '../../data/outbox/outbox';

/** What is typed into the form of a ticket. `signal`: id of the signal it is about, empty without one. */
const valuesSchema = z.object({
  category: z.string(),
  subject: z.string(),
  message: z.string(),
  priority: z.string(),
  signal: z.string(),
  entrySeen: z.string(),
  exitSeen: z.string(),
});

export type TicketValues = z.infer<typeof valuesSchema>;

type FieldName = Exclude<keyof TicketValues, 'signal'>;

type TicketErrors = Readonly<Partial<Record<FieldName, string>>>;

/** The fields in the order in which they stand. */
const FIELDS = [
  'category',
  'subject',
  'entrySeen',
  'exitSeen',
  'message',
  'priority',
] as const satisfies readonly FieldName[];

export const EMPTY_TICKET: TicketValues = {
  category: '',
  subject: '',
  message: '',
  priority: DEFAULT_PRIORITY,
  signal: '',
  entrySeen: '',
  exitSeen: '',
};

/** What is said where nothing, or only blanks, was entered. */
const REQUIRED: TicketErrors = {
  category: 'Please choose a category',
  subject: 'Please enter a subject',
  message: 'Please enter a message',
};

const priceOf = (text: string) => (text.trim() === '' ? null : Number(text.replace(',', '.')));

const signalOf = ({ signal, entrySeen, exitSeen }: TicketValues) =>
  signal === ''
    ? {}
    : { signal: { id: signal, entrySeen: priceOf(entrySeen), exitSeen: priceOf(exitSeen) } };

const fieldAt = (path: readonly PropertyKey[]): FieldName =>
  FIELDS.find((field) => path.includes(field)) ?? 'entrySeen';

/** The ticket that the form holds, or what is wrong with its fields: the first thing of each. */
export function readForm(
  values: TicketValues,
): { readonly body: TicketBody } | { readonly errors: TicketErrors } {
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
export const valuesOf = ({
  category,
  subject,
  message,
  priority,
  signal,
}: TicketBody): TicketValues => ({
  category,
  subject,
  message,
  priority,
  signal: signal?.id ?? '',
  entrySeen: seenText(signal?.entrySeen ?? null),
  exitSeen: seenText(signal?.exitSeen ?? null),
});

const DRAFT = 'ticket';

const FAILED = 'The ticket could not be saved on this device. Please try again.';

/** What was typed before a reload; a link to the desk may name the signal that it is about. */
function restored(signal: string | null): TicketValues {
  const kept = valuesSchema.safeParse(readDraft(DRAFT)).data ?? EMPTY_TICKET;
  if (signal === null || !isSlotId(signal) || kept.signal === signal) return kept;
  return { ...kept, category: 'signals', signal, entrySeen: '', exitSeen: '' };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A ticket until it lies in the outbox. `signal`: id of the signal that it is to be about, null for none. */
export function useTicketForm(uid: string, signal: string | null) {
  const [values, setValues] = useState(() => restored(signal));
  const [errors, setErrors] = useState<TicketErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const controls = useRef(new Map<FieldName, Control>());
  const busy = useRef(false);

  const take = (next: TicketValues) => {
    setValues(next);
    writeDraft(DRAFT, next === EMPTY_TICKET ? null : next);
    setErrors({});
  };
  const submit = async () => {
    const read = readForm(values);
    setErrors('errors' in read ? read.errors : {});
    if ('errors' in read) {
      const first = FIELDS.find((field) => read.errors[field] !== undefined);
      if (first !== undefined) controls.current.get(first)?.focus();
      return;
    }
    if (busy.current) return;
    busy.current = true;
    try {
      const { id } = await append(uid, { kind: 'ticket', body: read.body });
      take(EMPTY_TICKET);
      setSaved(id);
      setFailure(null);
    } catch {
      setFailure(FAILED);
    }
    busy.current = false;
  };
  const control = (field: FieldName) => ({
    name: field,
    value: values[field],
    error: errors[field],
    onChange: ({ target }: { target: Control }) => {
      const { [field]: _before, ...others } = errors;
      take({ ...values, [field]: target.value });
      setErrors(others);
    },
    ref: (element: Control | null) => {
      if (element) controls.current.set(field, element);
      else controls.current.delete(field);
    },
  });
  const forgetSignal = () => take({ ...values, signal: '', entrySeen: '', exitSeen: '' });
  return { values, failure, saved, control, submit, take, forgetSignal };
}

export type TicketFormState = ReturnType<typeof useTicketForm>;
