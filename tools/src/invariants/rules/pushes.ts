import { localTime } from '@quantalgo/functions/domain/pushPreferences';
import { subscriptionId } from '@quantalgo/functions/platform/members/pushSubscriptions';
import { shared, type Rule } from '../rule';
import { type World } from '../world';

type Documents = World['documents'];
type Push = Documents['pushes'][number]['data'];
type Subscription = Documents['pushSubscriptions'][number]['data'];

const HOUR_MS = 60 * 60_000;
/** Pushes are kept for a week: of days before that nobody knows how many there were. */
const COUNTED_FOR_MS = 6 * 24 * HOUR_MS;

/** What is wrong with how far a push has come; null where nothing is. */
function faultOf({ state, dueAt, attempts, cursor, told, failed }: Push): string | null {
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

/** What the telling of devices promises. */
export const PUSHES: readonly Rule[] = [
  {
    says: 'Each subscription is of somebody with an account, and named by its endpoint',
    broken: ({ documents: { pushSubscriptions, deletions }, accounts }) => {
      const known = new Set([
        ...accounts.map(({ uid }) => uid),
        ...deletions.map(({ data }) => data.uid),
      ]);
      return pushSubscriptions.flatMap(({ id, data }) => {
        if (!known.has(data.uid)) return [`pushSubscriptions/${id} is of no account`];
        return subscriptionId(data) === id
          ? []
          : [`pushSubscriptions/${id} is of another endpoint`];
      });
    },
  },
  {
    says: 'Each push is due until it is over, and never again',
    broken: ({ documents: { pushes } }) =>
      pushes.flatMap(({ id, data }) => {
        const fault = faultOf(data);
        return fault === null ? [] : [`pushes/${id} ${fault}`];
      }),
  },
  {
    says: 'A push is over within an hour of the last moment at which it is told',
    broken: ({ documents: { pushes }, at }) =>
      pushes
        .filter(({ data }) => data.dueAt !== null && data.validUntil < at - HOUR_MS)
        .map(({ id }) => `pushes/${id} is not over`),
  },
  {
    says: 'No signal is told by two pushes, and a test to one device alone',
    broken: ({ documents: { pushes } }) => {
      const signals = pushes.flatMap(({ id, data: { event, about } }) =>
        event === 'signal' && about !== null ? [[about, id] as const] : [],
      );
      const tests = pushes.filter(
        ({ data: { event, told, failed } }) => event === 'test' && told + failed > 1,
      );
      return [
        ...shared(signals).map(([slot, ids]) => `${slot} is told by ${ids.join(' and ')}`),
        ...tests.map(({ id }) => `pushes/${id} was told more than once`),
      ];
    },
  },
  {
    says: 'No device was told more signals in a day than were told',
    broken: ({ documents: { pushSubscriptions, pushes }, at, aheadMs }) => {
      const signals = pushes.filter(({ data }) => data.event === 'signal' && data.attempts > 0);
      return pushSubscriptions.flatMap(({ id, data }) => {
        if (data.today.day < localTime(data.zone, at - COUNTED_FOR_MS).day) return [];
        const there = signals.filter((push) => mayCount(push.data, data, aheadMs)).length;
        return data.today.told > there
          ? [`pushSubscriptions/${id} was told ${data.today.told} of ${there} signals`]
          : [];
      });
    },
  },
];
