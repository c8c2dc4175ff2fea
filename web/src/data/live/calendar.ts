import { canUseFeature } from '@quantalgo/contracts/access/access';
import { PATHS } from '@quantalgo/contracts/core/paths';
import {
  type Calendar,
  calendarSchema,
  type ListedSession,
} from '@quantalgo/contracts/live/calendar';
import { buildCalendarFile } from '@quantalgo/contracts/live/calendarFile';
import { liveEndpoints } from '@quantalgo/contracts/live/endpoints';
import { useEffect, useState } from 'react';
import { BRAND } from '../../core/brand';
import { serverNow } from '../core/clock';
import { saveFile } from '../core/saveFile';
import { call } from '../auth/call';
import { getCurrentUser } from '../auth/currentSession';
import type { MemberDatabase, SharedMetaRow } from '../database/tables';
import { useStored, withDatabase } from '../storage/memberDatabase';

const CALENDAR_ROW = 'liveCalendar' satisfies SharedMetaRow;

export const readCalendar = async ({ meta }: MemberDatabase): Promise<Calendar | null> =>
  calendarSchema.safeParse(await meta.get(CALENDAR_ROW)).data ?? null;

export async function storeCalendar({ meta }: MemberDatabase, calendar: Calendar): Promise<void> {
  await meta.put({ id: CALENDAR_ROW, ...calendar });
}

export async function fetchCalendar(uid: string): Promise<void> {
  const { data } = await call(liveEndpoints.sessionCalendar, {});
  await withDatabase(uid, async (database) => {
    const member = getCurrentUser();
    if (member?.id === uid && canUseFeature('mentorship-vault', member))
      await storeCalendar(database, data);
  });
}

interface CalendarView {
  readonly calendar: Calendar | null;
  readonly failed: boolean;
}

export function useCalendar(uid: string): CalendarView | undefined {
  const stored = useStored(async (database) => ({ calendar: await readCalendar(database) }));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const refresh = () =>
      void fetchCalendar(uid).then(
        () => setFailed(false),
        () => setFailed(true),
      );
    refresh();
    addEventListener('online', refresh, { signal: controller.signal });
    return () => controller.abort();
  }, [uid]);
  return stored && { calendar: stored.calendar, failed };
}

export function downloadSessionFile(session: ListedSession, { revision }: Calendar): void {
  const { host, origin } = location;
  const url = `${origin}${PATHS.platinumStream}`;
  const source = { brand: BRAND.name, host, url, revision, now: serverNow() };
  saveFile(
    new File([buildCalendarFile(session, source)], `${session.id}.ics`, { type: 'text/calendar' }),
  );
}
