import { TICKET_MAX_MESSAGES } from '@quantalgo/contracts/tickets/ticket';
import { MAX_MAIL_ATTEMPTS } from '../../domain/email/email';
import { indexById, findFaults, type Rule, findShared, type Snapshot } from './snapshot';

type Documents = Snapshot['documents'];
type Email = Documents['mail'][number]['data'];

function describeEmailFault({ state, dueAt, sealed, attempts }: Email): string | null {
  const isFinished = state === 'sent' || state === 'dead';
  if (isFinished && dueAt !== null) return 'is done, but due again';
  if (isFinished && sealed !== null) return 'is done, but keeps its secret';
  if (!isFinished && dueAt === null) return 'waits, but will never be due';
  if (state === 'sent' && attempts === 0) return 'is sent without an attempt';
  return attempts > MAX_MAIL_ATTEMPTS ? 'was tried too often' : null;
}

export const DELIVERY_RULES: readonly Rule[] = [
  {
    description: 'Each mail is due, under way or done, and one that is done keeps no secret',
    scope: 'document',
    violations: ({ documents: { mail } }) => findFaults('mail', mail, describeEmailFault),
  },
];

const KEY_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const readSubmissionCalls = ({ documents: { idempotency } }: Snapshot) =>
  idempotency.flatMap(({ id, data: { uid, submitted } }) =>
    submitted && submitted.collection !== 'pictures'
      ? [{ id, uid, path: `${submitted.collection}/${submitted.id}` }]
      : [],
  );

export const CALL_RULES: readonly Rule[] = [
  {
    description: 'A remembered call is named by its member and its key',
    scope: 'document',
    violations: ({ documents: { idempotency } }) =>
      findFaults('idempotency', idempotency, ({ uid }, id) =>
        new RegExp(`^${KEY_PATTERN}$`, 'i').test(id.replace(`${uid}_`, ''))
          ? null
          : 'is not named by its member and a key',
      ),
  },
  {
    description: 'One key entered one proof, and each proof was entered by one key',
    scope: 'member',
    violations: (snapshot) => {
      const calls = readSubmissionCalls(snapshot);
      const duplicates = findShared(calls.map(({ id, path }) => [path, id] as const));
      const { proofs, setups } = snapshot.documents;
      const stored = new Map<string, string>([
        ...[...indexById(proofs)].map(([id, { uid }]) => [`proofs/${id}`, uid] as const),
        ...[...indexById(setups)].map(([id, { uid }]) => [`setups/${id}`, uid] as const),
      ]);
      const lostCalls = calls.filter(({ path, uid }) => stored.get(path) !== uid);
      return [
        ...duplicates.map(([path, ids]) => `${path} was entered by ${ids.length} calls`),
        ...lostCalls.map(({ id, path }) => `idempotency/${id} entered ${path}, which is not there`),
      ];
    },
  },
  {
    description:
      'A ticket begins with the message that opened it, holds none twice and no more than it may',
    scope: 'document',
    violations: ({ documents: { tickets } }) =>
      findFaults('tickets', tickets, ({ messages }, id) => {
        const ids = messages.map((message) => message.id);
        const isComplete =
          ids[0] === id && new Set(ids).size === ids.length && ids.length <= TICKET_MAX_MESSAGES;
        return isComplete ? null : 'has messages twice, too many, or lost its first';
      }),
  },
];
