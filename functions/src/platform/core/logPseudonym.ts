import type { Digester } from './secrets';

const formatMonth = (at: number): string => new Date(at).toISOString().slice(0, 7);

/**
 * Pseudonym of a member in the logs of one UTC month. Only the key's holder can resolve it, and
 * nobody can follow a member across months.
 */
export const createLogPseudonym = (secrets: Digester, uid: string, at: number): string =>
  secrets.digest('member in logs', `${formatMonth(at)} ${uid}`).slice(0, 16);
