import type { Digester } from './secrets';

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/**
 * The pseudonym of a member in the log lines of a month (UTC): only who has the key can tell whose it is, and nobody can
 * follow a member from one month to the next.
 */
export const logKey = (secrets: Digester, uid: string, at: number): string =>
  secrets.digest('member in logs', `${monthOf(at)} ${uid}`).slice(0, 16);
