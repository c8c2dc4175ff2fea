import { TICKET_MAX_MESSAGES } from '@quantalgo/contracts';
import { MAIL_ATTEMPTS } from '../../domain/mail';
import { localTime } from '../../domain/pushPreferences';
import { subscriptionId } from '../members/pushSubscriptions';
import * as z from 'zod/mini';
import { byId, faultsIn, type Rule, shared, type World } from './world';

type Documents = World['documents'];
type Mail = Documents['mail'][number]['data'];
type Push = Documents['pushes'][number]['data'];
type Subscription = Documents['pushSubscriptions'][number]['data'];

const HOUR_MS = 60 * 60_000;
/** Pushes are kept for a week: of days before that nobody knows how many there were. */
const COUNTED_FOR_MS = 6 * 24 * HOUR_MS;

function faultOfMail({ state, dueAt, sealed, attempts }: Mail): string | null {
  const isDone = state === 'sent' || state === 'dead';
  if (isDone && dueAt !== null) return 'is done, but due again';
  if (isDone && sealed !== null) return 'is done, but keeps its secret';
  if (!isDone && dueAt === null) return 'waits, but will never be due';
  if (state === 'sent' && attempts === 0) return 'is sent without an attempt';
  return attempts > MAIL_ATTEMPTS ? 'was tried too often' : null;
}

/** What is wrong with how far a push has come; null where nothing is. */
function faultOfPush({ state, dueAt, attempts, cursor, told, failed }: Push): string | null {
  const isUnderWay = state === 'waiting' || state === 'telling';
  if (isUnderWay && dueAt === null) return 'is under way, but will never be due';
  if (!isUnderWay && dueAt !== null) return 'is over, but due again';
  if (state === 'waiting') {
    const isUntouched = attempts === 0 && cursor === null && told + failed === 0;
    return isUntouched ? null : 'waits, but was begun';
  }
  return attempts === 0 ? 'was begun without an attempt' : null;
}

/** Whether a device may have been told this signal on its day `today`: from its publication until it can be entered. */
function mayCount({ createdAt, validUntil }: Push, { zone, today }: Subscription, aheadMs: number) {
  const [first, last] = [createdAt - aheadMs, validUntil].map((at) => localTime(zone, at).day);
  return first !== undefined && last !== undefined && first <= today.day && today.day <= last;
}

/** What the outboxes of mails and pushes promise. */
export const DELIVERY: readonly Rule[] = [
  {
    says: 'Each mail is due, under way or done, and one that is done keeps no secret',
    broken: ({ documents: { mail } }) => faultsIn('mail', mail, faultOfMail),
  },
  {
    says: 'Each subscription is of somebody with an account, and named by its endpoint',
    broken: ({ documents: { pushSubscriptions, deletions }, accounts }) => {
      const known = new Set([
        ...accounts.map(({ uid }) => uid),
        ...deletions.map(({ data }) => data.uid),
      ]);
      return faultsIn('pushSubscriptions', pushSubscriptions, (data, id) => {
        if (!known.has(data.uid)) return 'is of no account';
        return subscriptionId(data) === id ? null : 'is of another endpoint';
      });
    },
  },
  {
    says: 'Each push is due until it is over, and never again',
    broken: ({ documents: { pushes } }) => faultsIn('pushes', pushes, faultOfPush),
  },
  {
    says: 'A push is over within an hour of the last moment at which it is told',
    broken: ({ documents: { pushes }, at }) =>
      faultsIn('pushes', pushes, ({ dueAt, validUntil }) =>
        dueAt !== null && validUntil < at - HOUR_MS ? 'is not over' : null,
      ),
  },
  {
    says: 'No signal is told by two pushes, and a test to one device alone',
    broken: ({ documents: { pushes } }) => {
      const signals = pushes.flatMap(({ id, data: { event, about } }) =>
        event === 'signal' && about !== null ? [[about, id] as const] : [],
      );
      return [
        ...shared(signals).map(([slot, ids]) => `${slot} is told by ${ids.join(' and ')}`),
        ...faultsIn('pushes', pushes, ({ event, told, failed }) =>
          event === 'test' && told + failed > 1 ? 'was told more than once' : null,
        ),
      ];
    },
  },
  {
    says: 'No device was told more signals in a day than were told',
    broken: ({ documents: { pushSubscriptions, pushes }, at, aheadMs }) => {
      const signals = pushes.filter(({ data }) => data.event === 'signal' && data.attempts > 0);
      return faultsIn('pushSubscriptions', pushSubscriptions, (data) => {
        if (data.today.day < localTime(data.zone, at - COUNTED_FOR_MS).day) return null;
        const there = signals.filter((push) => mayCount(push.data, data, aheadMs)).length;
        return data.today.told > there ? `was told ${data.today.told} of ${there} signals` : null;
      });
    },
  },
];

const KEY = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const asksSchema = z.tuple([z.enum(['submitProof', 'submitSetup']), z.string()], z.unknown());

function parsed(asks: string) {
  try {
    return asksSchema.safeParse(JSON.parse(asks)).data ?? null;
  } catch {
    return null;
  }
}

/** The uploads that calls entered, with the key of each. */
const entered = ({ documents: { idempotency } }: World) =>
  idempotency.flatMap(({ id, data }) => {
    const asks = parsed(data.asks);
    if (!asks) return [];
    const [call, upload] = asks;
    const folder = call === 'submitProof' ? 'proofs' : 'setups';
    return [{ id, uid: data.uid, path: `${folder}/${upload}` }];
  });

/** What a call that arrives twice promises. */
export const CALLS: readonly Rule[] = [
  {
    says: 'A remembered call is named by its member and its key',
    broken: ({ documents: { idempotency } }) =>
      faultsIn('idempotency', idempotency, ({ uid }, id) =>
        new RegExp(`^${KEY}$`, 'i').test(id.replace(`${uid}_`, ''))
          ? null
          : 'is not named by its member and a key',
      ),
  },
  {
    says: 'One key entered one proof, and each proof was entered by one key',
    broken: (world) => {
      const calls = entered(world);
      const doubled = shared(calls.map(({ id, path }) => [path, id] as const));
      const { proofs, setups } = world.documents;
      const stored = new Map<string, string>([
        ...[...byId(proofs)].map(([id, { uid }]) => [`proofs/${id}`, uid] as const),
        ...[...byId(setups)].map(([id, { uid }]) => [`setups/${id}`, uid] as const),
      ]);
      const lost = calls.filter(({ path, uid }) => stored.get(path) !== uid);
      return [
        ...doubled.map(([path, ids]) => `${path} was entered by ${ids.length} calls`),
        ...lost.map(({ id, path }) => `idempotency/${id} entered ${path}, which is not there`),
      ];
    },
  },
  {
    says: 'A ticket begins with the message that opened it, holds none twice and no more than it may',
    broken: ({ documents: { tickets } }) =>
      faultsIn('tickets', tickets, ({ messages }, id) => {
        const ids = messages.map((message) => message.id);
        const isWhole =
          ids[0] === id && new Set(ids).size === ids.length && ids.length <= TICKET_MAX_MESSAGES;
        return isWhole ? null : 'has messages twice, too many, or lost its first';
      }),
  },
];
