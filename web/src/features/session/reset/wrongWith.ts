import { endpoints } from '@quantalgo/contracts';

interface Wrong {
  readonly field: 'password' | 'repeated';
  readonly message: string;
}

/** What keeps these two passwords from being set with `token`, in the words of the screen; null when nothing does. */
export function wrongWith(password: string, repeated: string, token: string): Wrong | null {
  const { error } = endpoints.resetPassword.body.safeParse({ token, newPassword: password });
  const [issue] = error?.issues ?? [];
  if (issue) return { field: 'password', message: issue.message };
  if (repeated === '') return { field: 'repeated', message: 'Please fill in all fields' };
  return repeated === password ? null : { field: 'repeated', message: 'Passwords do not match' };
}
