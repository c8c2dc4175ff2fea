import type { AdminUser } from '@quantalgo/contracts';

/** The rows whose address or full name contains the text, in any case. */
export function findIn(rows: readonly AdminUser[], text: string): readonly AdminUser[] {
  const sought = text.trim().toLowerCase();
  return rows.filter(
    ({ email, fullName }) =>
      email.toLowerCase().includes(sought) || fullName.toLowerCase().includes(sought),
  );
}
