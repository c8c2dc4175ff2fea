import type { SignalDay } from '@quantalgo/contracts/notifications/notification';
import { type Post, postSchema } from '@quantalgo/contracts/network/post';
import { type Ticket, ticketSchema } from '@quantalgo/contracts/tickets/ticket';
import { useEffect } from 'react';
import { readSignals, type ReceivedSignal } from '../storage/digests';
import type { MemberDatabase } from '../database/tables';
import { useStored } from '../storage/memberDatabase';
import { ticketMountCount } from '../tickets/mountCounts';

/** Counts first entries of a day’s signals. `noGo`: signals that couldn’t be entered. */
export interface DayFigures {
  readonly signals: number;
  readonly right: number;
  readonly wrong: number;
  readonly even: number;
  readonly noGo: number;
}

type CountedSignal = Pick<ReceivedSignal, 'entered' | 'settlement' | 'differs'>;

export function countDay(signals: readonly CountedSignal[]): DayFigures {
  const counted = signals.filter(({ differs }) => differs !== true);
  const entered = counted.filter((signal) => signal.entered !== false);
  const settled = entered.flatMap(({ settlement }) => settlement ?? []);
  const right = settled.filter(({ level }) => level === 0).length;
  const even = settled.filter(({ outcome }) => outcome === 'break-even').length;
  return {
    signals: counted.length,
    right,
    even,
    wrong: settled.length - right - even,
    noGo: counted.length - entered.length,
  };
}

async function readDays({ signals }: MemberDatabase, days: readonly SignalDay[]) {
  const figures = await Promise.all(
    days.map(async ({ day, start, end }) => {
      const rows = await signals.where('createdAt').between(start, end).toArray();
      return [day, countDay(readSignals(rows))] as const;
    }),
  );
  return new Map(figures);
}

export interface NotificationDetails {
  readonly days: ReadonlyMap<string, DayFigures>;
  readonly tickets: ReadonlyMap<string, Ticket>;
  readonly posts: ReadonlyMap<string, Post>;
}

interface DetailIds {
  readonly days: readonly SignalDay[];
  readonly tickets: readonly string[];
  readonly posts: readonly string[];
  readonly messages: readonly string[];
}

async function readDetails(database: MemberDatabase, ids: DetailIds): Promise<NotificationDetails> {
  const [days, tickets, posts, messages] = await Promise.all([
    readDays(database, ids.days),
    database.tickets.bulkGet([...ids.tickets]),
    database.posts.bulkGet([...ids.posts]),
    database.messages.bulkGet([...ids.messages]),
  ]);
  return {
    days,
    tickets: new Map(
      tickets.flatMap((row) => {
        const { data } = ticketSchema.safeParse(row);
        return data ? [[data.id, data] as const] : [];
      }),
    ),
    posts: new Map(
      [...posts, ...messages].flatMap((row) => {
        const { data } = postSchema.safeParse(row);
        return data ? [[data.id, data] as const] : [];
      }),
    ),
  };
}

/** Loads this device's data about the notifications' subjects. Refreshes tickets while mounted. */
export function useDetails(ids: DetailIds): NotificationDetails | undefined {
  useEffect(() => {
    ticketMountCount.set(ticketMountCount.get() + 1);
    return () => ticketMountCount.set(ticketMountCount.get() - 1);
  }, []);
  return useStored((database) => readDetails(database, ids), [JSON.stringify(ids)]);
}
