import { isPhoneNumber, registrationSchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';

export const FIELDS = ['fullName', 'email', 'country', 'phone', 'telegram', 'password'] as const;
export type FieldName = (typeof FIELDS)[number];

/** What was typed so far, field by field. */
export type Values = Readonly<Record<FieldName, string>>;
export type Errors = Readonly<Partial<Record<FieldName, string>>>;

export const EMPTY: Values = {
  fullName: '',
  email: '',
  country: '',
  phone: '',
  telegram: '',
  password: '',
};

const PHONE_INVALID = 'Phone number is invalid';

/** What is wrong with one field, in the words that stand under it. */
export function errorOf(field: FieldName, values: Values): string | undefined {
  const { error } = registrationSchema.shape[field].safeParse(values[field]);
  if (error) return error.issues[0]?.message;
  if (field === 'phone' && !isPhoneNumber(values.phone, values.country)) return PHONE_INVALID;
  return undefined;
}

/** What is wrong with the whole form; empty when it can be sent. */
export function errorsOf(values: Values): Errors {
  const found = FIELDS.map((field) => [field, errorOf(field, values)] as const);
  return Object.fromEntries(found.filter(([, error]) => error !== undefined));
}

/** What the tab keeps of the form through reloads: everything but the password. */
export const draftSchema = z.object({
  fullName: z.string(),
  email: z.string(),
  country: z.string(),
  phone: z.string(),
  telegram: z.string(),
});

export const DRAFT = 'sign-up';
