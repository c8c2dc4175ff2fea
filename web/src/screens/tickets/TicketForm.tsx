import { formatDate, formatZonedTime } from '@quantalgo/contracts/core/format';
import { parseDecimal } from '@quantalgo/contracts/core/money';
import { isSlotId, parseSlotId } from '@quantalgo/contracts/core/slots';
import {
  DEFAULT_PRIORITY,
  MESSAGE_MAX_LENGTH,
  SUBJECT_MAX_LENGTH,
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
  type TicketBody,
  ticketBodySchema,
} from '@quantalgo/contracts/tickets/ticket';
import { useState } from 'react';
import * as z from 'zod/mini';
import { CATEGORY_TEXT, PRIORITY_TEXT } from '../../content/support';
import { toResult } from '../../data/core/toResult';
import { useForm } from '../../data/core/useForm';
import { enqueueItem } from '../../data/outbox/outbox';
import { useZone } from '../../core/zone';
import { Button, SubmitButton } from '../../ui/Button';
import { TextArea, TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { formatTextLength } from '../../ui/lengthText';
import { Select } from '../../ui/Select';

/** `signal` is the id of the signal in question, or empty. */
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

/** In the order on screen. */
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

const PRICE_FIELDS: ReadonlySet<FieldName> = new Set(['entrySeen', 'exitSeen']);

const REQUIRED_ERRORS: TicketErrors = {
  category: 'Please choose a category',
  subject: 'Please enter a subject',
  message: 'Please enter a message',
};

const toSignal = ({ signal, entrySeen, exitSeen }: TicketValues) =>
  signal === ''
    ? {}
    : {
        signal: {
          id: signal,
          entrySeen: parseDecimal(entrySeen).value,
          exitSeen: parseDecimal(exitSeen).value,
        },
      };

const findField = (path: readonly PropertyKey[]): FieldName =>
  FIELDS.find((field) => path.includes(field)) ?? 'entrySeen';

export function parseTicketForm(
  values: TicketValues,
): { readonly body: TicketBody } | { readonly errors: TicketErrors } {
  const { category, subject, message, priority } = values;
  const input = { category, subject, message, priority, ...toSignal(values) };
  const parsed = ticketBodySchema.safeParse(input);
  if (parsed.success) return { body: parsed.data };
  const errors: Partial<Record<FieldName, string>> = {};
  for (const issue of parsed.error.issues) {
    const field = findField(issue.path);
    const requiredError = values[field].trim() === '' ? REQUIRED_ERRORS[field] : undefined;
    const numberProblem = PRICE_FIELDS.has(field) ? parseDecimal(values[field]).problem : undefined;
    errors[field] ??= requiredError ?? numberProblem ?? issue.message;
  }
  return { errors };
}

const formatSeenPrice = (price: number | null) => (price === null ? '' : String(price));

export const toTicketValues = ({
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
  entrySeen: formatSeenPrice(signal?.entrySeen ?? null),
  exitSeen: formatSeenPrice(signal?.exitSeen ?? null),
});

const STORAGE_ERROR = 'The ticket could not be saved on this device. Please try again.';

const ticketSchema = {
  safeParse(values: TicketValues) {
    const result = parseTicketForm(values);
    return 'body' in result ? toResult(result.body, {}) : toResult<TicketBody>(null, result.errors);
  },
};

/** @param signal id of the signal in question, from the link's URL; null if there is none */
export function useTicketForm(uid: string, signal: string | null) {
  const [savedId, setSavedId] = useState<string | null>(null);
  const form = useForm(ticketSchema, {
    initial: EMPTY_TICKET,
    draft: {
      name: 'ticket',
      schema: valuesSchema,
      open: (stored) =>
        signal === null || !isSlotId(signal) || stored.signal === signal
          ? stored
          : { ...stored, category: 'signals', signal, entrySeen: '', exitSeen: '' },
    },
    onSubmit: async (body) => setSavedId((await enqueueItem(uid, { kind: 'ticket', body })).id),
    failure: STORAGE_ERROR,
    clears: true,
  });
  return { ...form, savedId };
}

type TicketFormState = ReturnType<typeof useTicketForm>;

/** The draft survives reloads and works offline. */
export function TicketForm({ form }: { form: TicketFormState }) {
  const { field, values, failure } = form;
  return (
    <form {...form.props} className="grid gap-5 p-4 pt-1">
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          {...field('category')}
          label="Category"
          options={TICKET_CATEGORIES}
          labels={CATEGORY_TEXT}
          placeholder="Choose one"
        />
        <Select
          {...field('priority')}
          label="Priority"
          note="optional"
          options={TICKET_PRIORITIES}
          labels={PRIORITY_TEXT}
        />
      </div>
      <TextField
        {...field('subject')}
        label="Subject"
        help={formatTextLength(values.subject, SUBJECT_MAX_LENGTH)}
        autoComplete="off"
      />
      {values.signal !== '' && <SignalFields form={form} />}
      <TextArea
        {...field('message')}
        label="Message"
        help={formatTextLength(values.message, MESSAGE_MAX_LENGTH)}
      />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <div className="grid sm:justify-start">
        <SubmitButton busyLabel={undefined}>Send ticket</SubmitButton>
      </div>
    </form>
  );
}

function SignalFields({ form }: { form: TicketFormState }) {
  const { field, values } = form;
  const zone = useZone();
  const start = parseSlotId(values.signal);
  return (
    <fieldset className="grid gap-4 rounded-lg border border-line bg-sunk p-4">
      <legend className="sr-only">My broker showed different prices</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm">
          About the signal from{' '}
          <span translate="no" className="font-semibold tabular-nums">
            {`${formatDate(start, zone)}, ${formatZonedTime(start, zone)}`}
          </span>
        </p>
        <Button
          variant="quiet"
          size="small"
          onClick={() => form.set({ signal: '', entrySeen: '', exitSeen: '' })}
        >
          Remove signal
        </Button>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('entrySeen')}
          label="Entry price you saw"
          help="One of the two prices is enough."
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...field('exitSeen')}
          label="Exit price you saw"
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
    </fieldset>
  );
}
