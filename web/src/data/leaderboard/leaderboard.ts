import { mayUse } from '@quantalgo/contracts/access/access';
import { type Configuration, MAX_BOTS } from '@quantalgo/contracts/bots/configuration';
import { slotStart } from '@quantalgo/contracts/core/slots';
import { leaderboardEndpoints } from '@quantalgo/contracts/leaderboard/endpoints';
import {
  type Leaderboard,
  type LeaderboardRow,
  leaderboardSchema,
  type Publisher,
  publisherSchema,
} from '@quantalgo/contracts/leaderboard/leaderboard';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { ignoreExpected } from '../core/faults';
import { serverNow, useAt } from '../core/clock';
import { currentUser } from '../auth/currentSession';
import { call } from '../auth/call';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { changeBot } from '../bots/bots';

/** Keys of the rows of the performance table, which empties with the member's access. */
const ROWS = { leaderboard: 'leaderboard', publisher: 'publisher' } as const;

/** The leaderboard is asked for again this long (ms) after it came, while a screen shows it. */
const AGAIN_MS = 60_000;

const storedSchema = z.object({ receivedAt: z.number(), leaderboard: leaderboardSchema });

/** Stores what a call brought, unless the member's access ended meanwhile. */
const store = (uid: string, id: string, fields: object): Promise<void> =>
  withDatabase(uid, async ({ performance }) => {
    const member = currentUser();
    if (member?.id === uid && mayUse('copy-trading', member))
      await performance.put({ id, ...fields });
  });

async function fetchLeaderboard(uid: string): Promise<void> {
  const { data: leaderboard } = await call(leaderboardEndpoints.leaderboard, {});
  await store(uid, ROWS.leaderboard, { receivedAt: serverNow(), leaderboard });
}

/** The leaderboard as this device has it, and how fetching it goes. */
interface LeaderboardView {
  /** Null where it never came. */
  readonly leaderboard: Leaderboard | null;
  /** When it came (epoch ms, server clock); null before. */
  readonly receivedAt: number | null;
  /** True where the last try to fetch it failed. */
  readonly failed: boolean;
}

/** The leaderboard, fetched anew each minute while it is shown; undefined while it is read from the device. */
export function useLeaderboard(uid: string): LeaderboardView | undefined {
  const row = useStored(
    async ({ performance }) =>
      storedSchema.safeParse(await performance.get(ROWS.leaderboard)).data ?? null,
  );
  const [failed, setFailed] = useState(false);
  const round = useAt((now) => Math.floor(now / AGAIN_MS));
  useEffect(() => {
    fetchLeaderboard(uid).then(
      () => setFailed(false),
      () => setFailed(true),
    );
  }, [uid, round]);
  if (row === undefined) return undefined;
  return {
    leaderboard: row?.leaderboard ?? null,
    receivedAt: row?.receivedAt ?? null,
    failed,
  };
}

const storePublisher = (uid: string, publisher: Publisher): Promise<void> =>
  store(uid, ROWS.publisher, { publisher });

const publisherRow = z.object({ publisher: publisherSchema });

/** What the member published, as this device has it. */
interface PublisherView {
  /** Null where it never came. */
  readonly publisher: Publisher | null;
  /** Whether fetching it failed. */
  readonly failed: boolean;
}

/** What the member published, fetched when the screen opens; undefined while it is read from the device. */
export function usePublisher(uid: string): PublisherView | undefined {
  const [failed, setFailed] = useState(false);
  const row = useStored(
    async ({ performance }) =>
      publisherRow.safeParse(await performance.get(ROWS.publisher)).data ?? null,
  );
  useEffect(() => {
    call(leaderboardEndpoints.publisher, {})
      .then(({ data }) => storePublisher(uid, data))
      .catch(() => setFailed(true));
  }, [uid]);
  return row === undefined ? undefined : { publisher: row?.publisher ?? null, failed };
}

/** Stores an answer, and fetches the leaderboard that it changed. */
async function taken(uid: string, publisher: Publisher): Promise<void> {
  await storePublisher(uid, publisher);
  await fetchLeaderboard(uid).catch(ignoreExpected);
}

/** @throws ApiError where another member has it; NetworkError */
export async function chooseDisplayName(uid: string, name: string): Promise<void> {
  const { data } = await call(leaderboardEndpoints.chooseDisplayName, { body: { name } });
  await taken(uid, data);
}

/** @param key the same for each retry @throws ApiError, NetworkError */
export async function publish(
  uid: string,
  configuration: Configuration,
  key: string,
): Promise<void> {
  const { data } = await call(leaderboardEndpoints.publish, {
    body: { configuration },
    idempotencyKey: key,
  });
  await taken(uid, data);
}

/** @throws ApiError, NetworkError */
export async function withdraw(uid: string, id: string): Promise<void> {
  const { data } = await call(leaderboardEndpoints.withdraw, { params: { id } });
  await taken(uid, data);
}

/**
 * Makes a published configuration a bot of the member's own, which plays from now on.
 * @returns false where they have as many bots as they may
 * @throws Error if nothing can be stored
 */
export async function copyConfiguration(
  uid: string,
  { configuration }: Pick<LeaderboardRow, 'configuration'>,
  bots: number,
): Promise<boolean> {
  if (bots >= MAX_BOTS) return false;
  const since = slotStart(serverNow());
  await changeBot(uid, crypto.randomUUID(), { ...configuration, pauses: [], since });
  return true;
}
