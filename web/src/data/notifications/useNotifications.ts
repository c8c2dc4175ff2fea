import type { User } from '@quantalgo/contracts/account/member';
import { joinReadMarks, parseReadMark, type ReadMark } from '@quantalgo/contracts/account/readMark';
import { formatIsoDay, MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  deriveNotifications,
  isUnread,
  type Notification,
} from '@quantalgo/contracts/notifications/notification';
import { useMemo } from 'react';
import { useZone } from '../../core/zone';
import { useNow } from '../core/clock';
import { useStored } from '../storage/memberDatabase';
import { readDeviceMark } from './rows';
import { readSources } from './sources';

export interface NotificationsView {
  /** Newest first. */
  readonly notifications: readonly Notification[];
  readonly read: ReadMark;
  readonly unread: readonly Notification[];
  /** When the server last responded in full (epoch ms). */
  readonly receivedAt: number | null;
}

export function useNotifications(member: User): NotificationsView | undefined {
  const { id, tier, dashboardUnlocked, staff, readMark } = member;
  const zone = useZone();
  const now = useNow(MINUTE_MS);
  const day = formatIsoDay(now, zone);
  const stored = useStored(
    async (database) => ({
      sources: await readSources(database, {
        access: { tier, dashboardUnlocked, staff },
        zone,
        now,
      }),
      deviceMark: await readDeviceMark(database),
    }),
    [id, tier, dashboardUnlocked, staff, zone, day],
  );
  return useMemo(() => {
    if (!stored) return undefined;
    const read = joinReadMarks(parseReadMark(readMark), stored.deviceMark);
    const notifications = deriveNotifications(stored.sources, now);
    const unread = notifications.filter((notification) => isUnread(notification, read));
    return { notifications, read, unread, receivedAt: stored.sources.receivedAt };
  }, [stored, readMark, now]);
}
