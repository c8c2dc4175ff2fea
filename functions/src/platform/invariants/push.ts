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
  if (isPending && dueAt === null) return 'is unfinished but has no due time';
  if (!isPending && dueAt !== null) return 'is finished but still has a due time';
  if (state === 'waiting')
    return attempts > 0 || hasBegun || sent + failed > 0 ? 'is waiting but has begun' : null;
  return attempts === 0 ? 'has begun but has no attempts' : null;
}

function describeRangeFault({ from, to, reached, state, shards }: Broadcast): string | null {
  if (from >= to || reached < from || reached > to) return 'has an invalid range or progress';
  if (state === 'sent' && reached !== to) return 'is marked sent but didn’t reach its whole range';
  return state === 'split' && shards === null ? 'is split but has no shards' : null;
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
  if (!user) return 'belongs to no member';
  if (session?.uid !== uid || session.endedAt !== null) return 'has no open session';
  if (signals !== getSignalScope(user)) return 'has the wrong signal scope for its member';
  if (news !== 'none' && news !== getNewsScope(user)) return 'has news that isn’t for its member';
  if (payout !== user.payout || pairPayouts !== user.pairPayouts)
    return 'has a different payout from its member';
  if (stoppedUntil !== (user.stoppedUntil ?? null)) return 'has a different stop from its member';
  return shownIn === user.zone ? null : 'has a different time zone from its member';
}

export const PUSH_RULES: readonly Rule[] = [
  {
    description: 'Each push subscription belongs to an account and has its endpoint’s id',
    scope: 'member',
    violations: ({ documents: { pushSubscriptions, deletions }, accounts }) => {
      const knownUids = new Set([
        ...accounts.map(({ uid }) => uid),
        ...deletions.map(({ data }) => data.uid),
      ]);
      return findFaults('pushSubscriptions', pushSubscriptions, (data, id) => {
        if (!knownUids.has(data.uid)) return 'belongs to no account';
        return toSubscriptionId(data) === id ? null : 'has another endpoint’s id';
      });
    },
  },
  {
    description: 'A device is sent only what its open session and its member’s access allow',
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
    description: 'Each device is in one pack only',
    scope: 'address',
    violations: ({ documents }) =>
      findShared(listPackedDevices(documents).map(({ id, path }) => [id, path] as const)).map(
        ([, paths]) => `${paths.join(' and ')} are the same device`,
      ),
  },
  {
    description: 'Each pack has the right devices, device ids, range end and size',
    scope: 'document',
    violations: ({ documents }) => [
      ...listPackedDevices(documents).flatMap(({ path, id, device }) =>
        toSubscriptionId(device) === id ? [] : [`${path} has another endpoint’s id`],
      ),
      ...findFaults('pushPacks', documents.pushPacks, ({ devices, end, size }, prefix) => {
        const packedDevices = Object.values(devices);
        if (end !== getPrefixEnd(prefix)) return 'has the wrong range end';
        if (size !== packedDevices.length) return 'has the wrong size';
        const isInRange = packedDevices.every(({ uid }) => hashMemberKey(uid).startsWith(prefix));
        return isInRange ? null : 'has a device that belongs in another pack';
      }),
    ],
  },
  {
    description: 'Each subscription with an open session is in a pack',
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
    description: 'An unfinished push has a due time. A finished one has none.',
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
    description: 'A push finishes within an hour of its expiry',
    scope: 'document',
    violations: ({ documents: { broadcasts, pushes }, at }) => {
      const describeFault = ({ dueAt, validUntil }: { dueAt: number | null; validUntil: number }) =>
        dueAt !== null && validUntil < at - HOUR_MS ? 'has not finished' : null;
      return [
        ...findFaults('pushes', pushes, describeFault),
        ...findFaults('broadcasts', broadcasts, describeFault),
      ];
    },
  },
  {
    description: 'No range of devices is sent anything twice, and a test goes to one device only',
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
