import * as z from 'zod/mini';
import { directionSchema, buildCloseSchema } from '../signals/signal';
import { firestoreTimeSchema, toIso } from '../core/time';
import { areLinesPrintable, isPrintable } from '../core/validation';
import { cleanLine, cleanText } from '../core/visibleText';
import { pairSchema } from '../market/pairs';
import { slotIdSchema } from '../core/slots';

export const SUBJECT_MAX_LENGTH = 120;

export const MESSAGE_MAX_LENGTH = 4000;

export const subjectField = (requiredError: string) =>
  z
    .string(requiredError)
    .check(
      z.overwrite(cleanLine),
      z.minLength(1, { error: requiredError, abort: true }),
      z.maxLength(SUBJECT_MAX_LENGTH, `Subject must be at most ${SUBJECT_MAX_LENGTH} characters`),
      z.refine(isPrintable, 'Subject must not contain control characters'),
    );

export const messageField = (requiredError: string) =>
  z
    .string(requiredError)
    .check(
      z.overwrite(cleanText),
      z.minLength(1, { error: requiredError, abort: true }),
      z.maxLength(MESSAGE_MAX_LENGTH, `Message must be at most ${MESSAGE_MAX_LENGTH} characters`),
      z.refine(areLinesPrintable, 'Message must not contain control characters'),
    );

export const TICKET_CATEGORIES = [
  'account-setup',
  'deposit-issues',
  'signals',
  'copy-trading',
  'technical',
  'billing',
  'other',
] as const;

export type TicketCategory = (typeof TICKET_CATEGORIES)[number];

export const TICKET_PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;

export type TicketPriority = (typeof TICKET_PRIORITIES)[number];

export const DEFAULT_PRIORITY: TicketPriority = 'medium';

/**
 * Keeps documents small enough for phones. Longer conversations need a new ticket. The last message
 * is support's, so that no ticket is left unanswered.
 */
export const TICKET_MAX_MESSAGES = 50;

/** `open`: support's turn. `answered`: the member's turn. A reply reopens a closed ticket. */
export const ticketStateSchema = z.enum(['open', 'answered', 'closed']);

export type TicketState = z.infer<typeof ticketStateSchema>;

const priceSchema = z
  .number('Prices must be numbers')
  .check(z.gt(0, 'Prices must be above zero'), z.lt(1e9, 'Prices must be below a billion'));

export const disputedSignalSchema = z
  .strictObject({
    id: slotIdSchema,
    entrySeen: z.nullable(priceSchema),
    exitSeen: z.nullable(priceSchema),
  })
  .check(
    z.refine(
      ({ entrySeen, exitSeen }) => entrySeen !== null || exitSeen !== null,
      'Please enter the price that your broker showed',
    ),
  );

const buildRecordedSchema = <T extends z.ZodMiniType>(time: T) =>
  z.nullable(
    z.object({
      pair: pairSchema,
      direction: directionSchema,
      closes: z.array(buildCloseSchema(time)),
    }),
  );

const buildTicketFields = <T extends z.ZodMiniType>(time: T) => ({
  category: z.enum(TICKET_CATEGORIES),
  priority: z.enum(TICKET_PRIORITIES),
  subject: z.string(),
  state: ticketStateSchema,
  messages: z.array(
    z.object({ id: z.string(), from: z.enum(['member', 'staff']), text: z.string(), at: time }),
  ),
  signal: z.nullable(
    z.object({
      id: slotIdSchema,
      entrySeen: z.nullable(z.number()),
      exitSeen: z.nullable(z.number()),
      recorded: buildRecordedSchema(time),
    }),
  ),
  createdAt: time,
  updatedAt: time,
});

export const ticketDocumentSchema = z.object({
  uid: z.string(),
  ...buildTicketFields(firestoreTimeSchema),
});

export type TicketRecord = z.infer<typeof ticketDocumentSchema>;

export const ticketSchema = z.object({ id: z.string(), ...buildTicketFields(z.iso.datetime()) });

export type Ticket = z.infer<typeof ticketSchema>;

export function toTicket(id: string, { uid: _owner, ...ticket }: TicketRecord): Ticket {
  const { messages, signal, createdAt, updatedAt } = ticket;
  const recorded = signal?.recorded ?? null;
  const closes = recorded?.closes.map((close) => ({ ...close, at: toIso(close.at) })) ?? [];
  return {
    ...ticket,
    id,
    messages: messages.map((message) => ({ ...message, at: toIso(message.at) })),
    signal: signal && { ...signal, recorded: recorded && { ...recorded, closes } },
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
  };
}

const FIELDS_REQUIRED = 'Category, subject and message are required';

export const ticketBodySchema = z.strictObject({
  category: z.enum(TICKET_CATEGORIES, FIELDS_REQUIRED),
  subject: subjectField(FIELDS_REQUIRED),
  message: messageField(FIELDS_REQUIRED),
  priority: z._default(
    z.enum(TICKET_PRIORITIES, 'Priority must be low, medium, high or urgent'),
    DEFAULT_PRIORITY,
  ),
  signal: z.optional(disputedSignalSchema),
});
export type TicketBody = z.infer<typeof ticketBodySchema>;

export const replyBodySchema = z.strictObject({ message: messageField('Please enter a message') });
