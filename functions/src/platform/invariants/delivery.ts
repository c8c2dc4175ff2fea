import { TICKET_MAX_MESSAGES } from '@quantalgo/contracts/tickets/ticket';
import { MAX_MAIL_ATTEMPTS } from '../../domain/email/email';
import { indexById, findFaults, type Rule, findShared, type Snapshot } from './snapshot';

type Documents = Snapshot['documents'];
type Email = Documents['mail'][number]['data'];

function describeEmailFault({ state, dueAt, sealed, attempts }: Email): string | null {
  const isFinished = state === 'sent' || state === 'dead';
  if (isFinished && dueAt !== null) return 'is finished but still has a due time';
  if (isFinished && sealed !== null) return 'is finished but still contains its secret';
  if (!isFinished && dueAt === null) return 'is pending but has no due time';
  if (state === 'sent' && attempts === 0) return 'is marked sent but has no attempts';
  return attempts > MAX_MAIL_ATTEMPTS ? 'exceeds the maximum number of attempts' : null;
}

export const DELIVERY_RULES: readonly Rule[] = [
  {
    description:
      'An unfinished email has a due time. A finished one has no due time and no secret.',
    scope: 'document',
    violations: ({ documents: { mail } }) => findFaults('mail', mail, describeEmailFault),
  },
];

const KEY_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const listSubmissionCalls = ({ documents: { idempotency } }: Snapshot) =>
  idempotency.flatMap(({ id, data: { uid, submitted } }) =>
    submitted && submitted.collection !== 'pictures'
      ? [{ id, uid, path: `${submitted.collection}/${submitted.id}` }]
      : [],
  );

export const SUBMISSION_RULES: readonly Rule[] = [
  {
    description: 'The id of an idempotency record is its member’s uid and the key',
    scope: 'document',
    violations: ({ documents: { idempotency } }) =>
      findFaults('idempotency', idempotency, ({ uid }, id) =>
        new RegExp(`^${KEY_PATTERN}$`, 'i').test(id.replace(`${uid}_`, ''))
          ? null
          : 'has an id other than `<uid>_<UUID>`',
      ),
  },
  {
    description:
      'Each idempotency key created one submission, and no submission was created by two',
    scope: 'member',
    violations: (snapshot) => {
      const calls = listSubmissionCalls(snapshot);
      const duplicates = findShared(calls.map(({ id, path }) => [path, id] as const));
      const { proofs, setups } = snapshot.documents;
      const stored = new Map<string, string>([
        ...[...indexById(proofs)].map(([id, { uid }]) => [`proofs/${id}`, uid] as const),
        ...[...indexById(setups)].map(([id, { uid }]) => [`setups/${id}`, uid] as const),
      ]);
      const orphanedCalls = calls.filter(({ path, uid }) => stored.get(path) !== uid);
      return [
        ...duplicates.map(([path, ids]) => `${path} was created by ${ids.length} calls`),
        ...orphanedCalls.map(
          ({ id, path }) =>
            `idempotency/${id} created ${path}, which doesn’t exist for that member`,
        ),
      ];
    },
  },
  {
    description:
      'A ticket starts with its opening message, has no duplicates and stays within the limit',
    scope: 'document',
    violations: ({ documents: { tickets } }) =>
      findFaults('tickets', tickets, ({ messages }, id) => {
        const ids = messages.map((message) => message.id);
        const isValid =
          ids[0] === id && new Set(ids).size === ids.length && ids.length <= TICKET_MAX_MESSAGES;
        return isValid ? null : 'has duplicate messages, too many messages, or no opening message';
      }),
  },
];
