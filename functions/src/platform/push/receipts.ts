import type { Secrets } from '../secrets';

/** What a receipt says: which push which device was sent, and when (epoch ms). */
export interface Receipt {
  readonly push: string;
  readonly row: string;
  readonly sentAt: number;
}

const MARK_LENGTH = 24;

const markOf = (secrets: Secrets, text: string) =>
  secrets.digest('push receipt', text).slice(0, MARK_LENGTH);

/** A receipt as text that nobody can make up. */
export function receiptFor(secrets: Secrets, { push, row, sentAt }: Receipt): string {
  const text = `${push}.${row}.${sentAt}`;
  return `${text}.${markOf(secrets, text)}`;
}

/** What a receipt of ours says; null for any other text. */
export function readReceipt(secrets: Secrets, receipt: string): Receipt | null {
  const [push = '', row = '', sentAt = '', ...mark] = receipt.split('.');
  const genuine = receiptFor(secrets, { push, row, sentAt: Number(sentAt) });
  return mark.length === 1 && genuine === receipt ? { push, row, sentAt: Number(sentAt) } : null;
}
