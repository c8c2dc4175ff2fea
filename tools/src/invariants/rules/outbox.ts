import { MAIL_ATTEMPTS } from '@quantalgo/functions/domain/mail';
import { type Rule } from '../rule';
import { type World } from '../world';

type Mail = World['documents']['mail'][number]['data'];

function faultOf({ state, dueAt, sealed, attempts }: Mail): string | null {
  const isDone = state === 'sent' || state === 'dead';
  if (isDone && dueAt !== null) return 'is done, but due again';
  if (isDone && sealed !== null) return 'is done, but keeps its secret';
  if (!isDone && dueAt === null) return 'waits, but will never be due';
  if (state === 'sent' && attempts === 0) return 'is sent without an attempt';
  return attempts > MAIL_ATTEMPTS ? 'was tried too often' : null;
}

/** What the outbox of mails promises. */
export const OUTBOX: readonly Rule[] = [
  {
    says: 'Each mail is due, under way or done, and one that is done keeps no secret',
    broken: ({ documents: { mail } }) =>
      mail.flatMap(({ id, data }) => {
        const fault = faultOf(data);
        return fault === null ? [] : [`mail/${id} ${fault}`];
      }),
  },
];
