import { type Access, GRANTABLE_TIERS } from '@quantalgo/contracts/access/access';
import { dayEnd, dayStart, formatIsoDay, type Zone } from '@quantalgo/contracts/core/time';
import type {
  Decision,
  NotificationSources,
  SignalDay,
} from '@quantalgo/contracts/notifications/notification';
import * as z from 'zod/mini';
import { readCalendar } from '../live/calendar';
import type { MemberDatabase } from '../database/tables';
import { readStored } from './rows';

const timeSchema = z.union([z.number(), z.pipe(z.iso.datetime(), z.transform(Date.parse))]);

const decidedFields = { id: z.string(), updatedAt: timeSchema };

const decidedSchema = z.discriminatedUnion('state', [
  z.object({
    ...decidedFields,
    state: z.literal('approved'),
    approvedAs: z.enum(GRANTABLE_TIERS),
  }),
  z.object({ ...decidedFields, state: z.literal('rejected'), reason: z.string() }),
]);

function toDecisions(of: Decision['of'], rows: readonly unknown[]): Decision[] {
  return rows.flatMap((row) => {
    const { data } = decidedSchema.safeParse(row);
    if (!data) return [];
    const { updatedAt: at, ...decision } = data;
    return [{ of, at, ...decision }];
  });
}

const newestSchema = z.object({ createdAt: z.number() });

async function readDay(
  { signals }: MemberDatabase,
  at: number,
  zone: Zone,
): Promise<SignalDay | null> {
  const [start, end] = [dayStart(at, zone), dayEnd(at, zone)];
  const newestRow: unknown = await signals.where('createdAt').between(start, end).last();
  const { data } = newestSchema.safeParse(newestRow);
  return data ? { day: formatIsoDay(at, zone), start, end, last: data.createdAt } : null;
}

/** `now`: epoch ms. */
export async function readSources(
  database: MemberDatabase,
  { access, zone, now }: { readonly access: Access; readonly zone: Zone; readonly now: number },
): Promise<NotificationSources & { readonly receivedAt: number | null }> {
  const [stored, proofs, setups, calendar, today, yesterday] = await Promise.all([
    readStored(database),
    database.proofs.toArray(),
    database.setups.toArray(),
    readCalendar(database),
    readDay(database, now, zone),
    readDay(database, dayStart(now, zone) - 1, zone),
  ]);
  return {
    access,
    ...stored,
    decisions: [...toDecisions('proof', proofs), ...toDecisions('setup', setups)],
    calendar,
    days: [today, yesterday].flatMap((day) => day ?? []),
  };
}
