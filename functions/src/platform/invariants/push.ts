import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { toLocalTime, getNewsScope, getSignalScope } from '../../domain/push/preferences';
import { getPrefixEnd } from '../../domain/push/delivery';
import { hashMemberKey } from '../account/pushPacks';
import { toSubscriptionId } from '../auth/pushSubscriptions';
import { indexById, findFaults, type Rule, findShared, type Snapshot } from './snapshot';

type Documents = Snapshot['documents'];
type Push = Documents['pushes'][number]['data'];
type Broadcast = Documents['broadcasts'][number]['data'];
type Pack = Documents['pushPacks'][number]['data'];
type PackedDevice = Pack['devices'][string];

/** Pushes are retained for a week, so earlier counts can't be checked. */
const COUNT_WINDOW_MS = 6 * 24 * HOUR_MS;

function describePushFault(
  { state, dueAt, attempts, sent, failed }: Omit<Push | Broadcast, 'event'>,
  hasBegun: boolean,
): string | null {
  const isPending = state === 'waiting' || state === 'sending';
  if (isPending && dueAt === null) return 'is under way, but will never be due';
  if (!isPending && dueAt !== null) return 'is over, but due again';
  if (state === 'waiting')
    return attempts > 0 || hasBegun || sent + failed > 0 ? 'waits, but was begun' : null;
  return attempts === 0 ? 'was begun without an attempt' : null;
}

function describeRangeFault({ from, to, reached, state, shards }: Broadcast): string | null {
  if (from >= to || reached < from || reached > to) return 'is out of its range';
  if (state === 'sent' && reached !== to) return 'is sent, but not to all';
  return state === 'split' && shards === null ? 'is split into nothing' : null;
}

/** True if the signal could be sent on this day of the device's zone, until it expired. */
function canCount(
  { createdAt, validUntil }: Broadcast,
  zone: string,
  day: string,
  aheadMs: number,
) {
  const times = [createdAt - aheadMs, validUntil];
  const [firstDay, lastDay] = times.map((at) => toLocalTime(zone, at).day);
  return firstDay !== undefined && lastDay !== undefined && firstDay <= day && day <= lastDay;
}

const listPackedDevices = ({ pushPacks }: Documents) =>
  pushPacks.flatMap(({ id: pack, data }) =>
    Object.entries(data.devices).map(([id, device]) => ({
      path: `pushPacks/${pack}: ${id}`,
      id,
      device,
    })),
  );

function describePackedFault(
  {
    users,
    sessions,
  }: {
    users: ReadonlyMap<string, Documents['users'][number]['data']>;
    sessions: ReadonlyMap<string, Documents['sessions'][number]['data']>;
  },
  { uid, sid, signals, news, shownIn, payout, pairPayouts, stoppedUntil, until }: PackedDevice,
  at: number,
): string | null {
  if (until <= at) return null;
  const user = users.get(uid);
  const session = sessions.get(sid);
  if (!user) return 'is of nobody';
  if (session?.uid !== uid || session.endedAt !== null) return 'is of no session that goes on';
  if (signals !== getSignalScope(user)) return 'receives what its member’s access does not open';
  if (news !== 'none' && news !== getNewsScope(user))
    return 'receives news that are not for its member';
  if (payout !== user.payout || pairPayouts !== user.pairPayouts)
    return 'gets verdicts at another payout';
  if (stoppedUntil !== (user.stoppedUntil ?? null)) return 'rests by another stop';
  return shownIn === user.zone ? null : 'gets times in another zone';
}

export const PUSH_RULES: readonly Rule[] = [
  {
    description: 'Each subscription is of somebody with an account, and named by its endpoint',
    scope: 'member',
    violations: ({ documents: { pushSubscriptions, deletions }, accounts }) => {
      const knownUids = new Set([
        ...accounts.map(({ uid }) => uid),
        ...deletions.map(({ data }) => data.uid),
      ]);
      return findFaults('pushSubscriptions', pushSubscriptions, (data, id) => {
        if (!knownUids.has(data.uid)) return 'is of no account';
        return toSubscriptionId(data) === id ? null : 'is of another endpoint';
      });
    },
  },
  {
    description: 'A device is sent signals only while its session and its member’s access go on',
    scope: 'member',
    violations: ({ documents, at }) => {
      const users = indexById(documents.users);
      const sessions = indexById(documents.sessions);
      return listPackedDevices(documents).flatMap(({ path, device }) => {
        const fault = describePackedFault({ users, sessions }, device, at);
        return fault === null ? [] : [`${path} ${fault}`];
      });
    },
  },
  {
    description: 'Each device is packed once',
    scope: 'address',
    violations: ({ documents }) =>
      findShared(listPackedDevices(documents).map(({ id, path }) => [id, path] as const)).map(
        ([, paths]) => `${paths.join(' and ')} are one device`,
      ),
  },
  {
    description:
      'Each pack holds the devices of its members’ keys, under their endpoints, and knows how many',
    scope: 'document',
    violations: ({ documents }) => [
      ...listPackedDevices(documents).flatMap(({ path, id, device }) =>
        toSubscriptionId(device) === id ? [] : [`${path} is of another endpoint`],
      ),
      ...findFaults('pushPacks', documents.pushPacks, ({ devices, end, size }, prefix) => {
        const packedDevices = Object.values(devices);
        if (end !== getPrefixEnd(prefix)) return 'ends elsewhere';
        if (size !== packedDevices.length) return 'has another size';
        const isInRange = packedDevices.every(({ uid }) => hashMemberKey(uid).startsWith(prefix));
        return isInRange ? null : 'has a device of another pack';
      }),
    ],
  },
  {
    description: 'Each subscription whose session goes on is packed',
    scope: 'member',
    violations: ({ documents }) => {
      const packedIds = new Set(listPackedDevices(documents).map(({ id }) => id));
      const sessions = indexById(documents.sessions);
      return findFaults('pushSubscriptions', documents.pushSubscriptions, (row, id) => {
        const isOpen = sessions.get(row.sid)?.endedAt === null;
        return !isOpen || packedIds.has(id) ? null : 'is in no pack';
      });
    },
  },
  {
    description: 'Each push is due until it is over, and never again',
    scope: 'document',
    violations: ({ documents: { broadcasts, pushes } }) => [
      ...findFaults('pushes', pushes, (push) => describePushFault(push, push.cursor !== null)),
      ...findFaults('broadcasts', broadcasts, (broadcast) =>
        describePushFault(broadcast, broadcast.reached !== broadcast.from),
      ),
      ...findFaults('broadcasts', broadcasts, describeRangeFault),
    ],
  },
  {
    description: 'A push is over within an hour of the last moment at which it is sent',
    scope: 'document',
    violations: ({ documents: { broadcasts, pushes }, at }) => {
      const describeFault = ({ dueAt, validUntil }: { dueAt: number | null; validUntil: number }) =>
        dueAt !== null && validUntil < at - HOUR_MS ? 'is not over' : null;
      return [
        ...findFaults('pushes', pushes, describeFault),
        ...findFaults('broadcasts', broadcasts, describeFault),
      ];
    },
  },
  {
    description: 'Nothing is sent twice to a range of devices, and a test to one device alone',
    scope: 'slot',
    violations: ({ documents: { broadcasts, pushes } }) => {
      const unsplit = broadcasts.filter(({ data }) => data.state !== 'split');
      const overlapping = unsplit.flatMap(({ id, data }) =>
        unsplit
          .filter((candidate) => candidate.id > id && candidate.data.signal === data.signal)
          .filter(
            (candidate) =>
              candidate.data.event === data.event && candidate.data.news?.id === data.news?.id,
          )
          .filter((candidate) => candidate.data.from < data.to && data.from < candidate.data.to)
          .map((candidate) => `${data.signal} is sent by ${id} and ${candidate.id}`),
      );
      return [
        ...overlapping,
        ...findFaults('pushes', pushes, ({ event, sent, failed }) =>
          event === 'test' && sent + failed > 1 ? 'was sent more than once' : null,
        ),
      ];
    },
  },
  {
    description: 'No device was sent more signals in a day than there were',
    scope: 'member',
    violations: ({ documents: { pushPacks, broadcasts }, at, aheadMs }) => {
      const signals = broadcasts.filter(
        ({ data: { event, from, attempts } }) => event === 'signal' && from === '' && attempts > 0,
      );
      const broadcastsBySignal = new Map(signals.map(({ data }) => [data.signal, data]));
      return pushPacks.flatMap(({ id: pack, data: { devices, counts } }) =>
        Object.entries(counts).flatMap(([id, { day, sent }]) => {
          const zone = devices[id]?.zone;
          if (zone === undefined || day < toLocalTime(zone, at - COUNT_WINDOW_MS).day) return [];
          const signalCount = [...broadcastsBySignal.values()].filter((broadcast) =>
            canCount(broadcast, zone, day, aheadMs),
          ).length;
          return sent > signalCount
            ? [`pushPacks/${pack}: ${id} was sent ${sent} of ${signalCount} signals`]
            : [];
        }),
      );
    },
  },
];
