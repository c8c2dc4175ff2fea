import { endpoints } from '@quantalgo/contracts';
import { fieldErrors } from './fieldErrors';

export interface PasswordValues {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

export const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** What is wrong with the fields; nothing of it is stored. */
export function wrongWith({
  currentPassword,
  newPassword,
  confirmPassword,
}: PasswordValues): Readonly<Record<string, string>> {
  const body = { currentPassword, newPassword };
  const errors = fieldErrors(endpoints.changePassword.body.safeParse(body).error);
  return newPassword === confirmPassword
    ? errors
    : { ...errors, confirmPassword: 'Passwords do not match' };
}
