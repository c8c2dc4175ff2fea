import { canUseFeature } from '@quantalgo/contracts/access/access';
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
import { serverNow, usePollRound } from '../core/clock';
import { getCurrentUser } from '../auth/currentSession';
import { call } from '../auth/call';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { changeBot } from '../bots/bots';

const ROW_IDS = { leaderboard: 'leaderboard', publisher: 'publisher' } as const;

const POLL_INTERVAL_MS = 60_000;

const storedSchema = z.object({ receivedAt: z.number(), leaderboard: leaderboardSchema });

const storeRow = (uid: string, id: string, fields: object): Promise<void> =>
  withDatabase(uid, async ({ performance }) => {
    const member = getCurrentUser();
    if (member?.id === uid && canUseFeature('copy-trading', member))
      await performance.put({ id, ...fields });
  });

async function fetchLeaderboard(uid: string): Promise<void> {
  const { data: leaderboard } = await call(leaderboardEndpoints.leaderboard, {});
  await storeRow(uid, ROW_IDS.leaderboard, { receivedAt: serverNow(), leaderboard });
}

interface LeaderboardView {
  readonly leaderboard: Leaderboard | null;
  /** Epoch ms, server clock. */
  readonly receivedAt: number | null;
  readonly failed: boolean;
}

export function useLeaderboard(uid: string): LeaderboardView | undefined {
  const row = useStored(
    async ({ performance }) =>
      storedSchema.safeParse(await performance.get(ROW_IDS.leaderboard)).data ?? null,
  );
  const [failed, setFailed] = useState(false);
  const round = usePollRound(POLL_INTERVAL_MS);
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
  storeRow(uid, ROW_IDS.publisher, { publisher });

const publisherRowSchema = z.object({ publisher: publisherSchema });

interface PublisherView {
  readonly publisher: Publisher | null;
  readonly failed: boolean;
}

export function usePublisher(uid: string): PublisherView | undefined {
  const [failed, setFailed] = useState(false);
  const row = useStored(
    async ({ performance }) =>
      publisherRowSchema.safeParse(await performance.get(ROW_IDS.publisher)).data ?? null,
  );
  const round = usePollRound(POLL_INTERVAL_MS);
  const attempt = failed ? round : 0;
  useEffect(() => {
    call(leaderboardEndpoints.publisher, {})
      .then(({ data }) => storePublisher(uid, data))
      .then(
        () => setFailed(false),
        () => setFailed(true),
      );
  }, [uid, attempt]);
  return row === undefined ? undefined : { publisher: row?.publisher ?? null, failed };
}

async function storeAndRefresh(uid: string, publisher: Publisher): Promise<void> {
  await storePublisher(uid, publisher);
  await fetchLeaderboard(uid).catch(ignoreExpected);
}

export async function chooseDisplayName(uid: string, name: string): Promise<void> {
  const { data } = await call(leaderboardEndpoints.chooseDisplayName, { body: { name } });
  await storeAndRefresh(uid, data);
}

export async function publishConfiguration(
  uid: string,
  configuration: Configuration,
  key: string,
): Promise<void> {
  const { data } = await call(leaderboardEndpoints.publish, {
    body: { configuration },
    idempotencyKey: key,
  });
  await storeAndRefresh(uid, data);
}

export async function withdrawConfiguration(uid: string, id: string): Promise<void> {
  const { data } = await call(leaderboardEndpoints.withdraw, { params: { id } });
  await storeAndRefresh(uid, data);
}

export async function copyConfiguration(
  uid: string,
  { configuration }: Pick<LeaderboardRow, 'configuration'>,
  bots: number,
): Promise<boolean> {
  if (bots >= MAX_BOTS) return false;
  const since = slotStart(serverNow());
  const change = { base: null, configuration: { ...configuration, pauses: [], since } };
  await changeBot(uid, crypto.randomUUID(), change);
  return true;
}
