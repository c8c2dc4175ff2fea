import { MAX_BOTS } from '@quantalgo/contracts/bots/configuration';
import { NO_PUBLICATION } from '@quantalgo/contracts/leaderboard/endpoints';
import { MAX_LEADERBOARD_ROWS } from '@quantalgo/contracts/leaderboard/leaderboard';
import { MAX_PUBLICATIONS } from '@quantalgo/contracts/leaderboard/published';
import { createIdempotentCall } from '../platform/core/idempotency';
import { readTable } from '../platform/leaderboard/packs';
import {
  chooseDisplayName,
  PublishingRefusedError,
  addPublication,
  readPublisher,
  readPublishedRow,
  withdrawPublication,
} from '../platform/leaderboard/publish';
import { requireFeature } from './core/callers';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import { enforceLimits, type EndpointHandlers } from './core/request';

const REFUSALS: Readonly<
  Record<PublishingRefusedError['reason'], readonly [status: number, message: string]>
> = {
  nameless: [409, 'Choose a display name before you publish'],
  taken: [409, 'Another member has this display name, or one that looks like it'],
  running: [
    409,
    `You have ${MAX_BOTS} published configurations. Withdraw one before publishing another.`,
  ],
  ever: [409, `You’ve published ${MAX_PUBLICATIONS} configurations, which is the limit`],
  twice: [409, 'You’ve already published this configuration'],
  unknown: [404, NO_PUBLICATION],
};

async function convertRefusals<T>(pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    if (error instanceof PublishingRefusedError) throw new HttpError(...REFUSALS[error.reason]);
    throw error;
  }
}

type LeaderboardEndpoints =
  | 'leaderboard'
  | 'publicRow'
  | 'publisher'
  | 'chooseDisplayName'
  | 'publish'
  | 'withdraw';

export const createLeaderboardHandlers = (
  deps: ApiDeps,
): EndpointHandlers<LeaderboardEndpoints> => {
  const { firestore, limiter, clock } = deps;
  return {
    async leaderboard({ caller }) {
      requireFeature(deps, caller, 'copy-trading');
      const { rows, tried, running, withdrawn } = await readTable(firestore);
      return { data: { rows: rows.slice(0, MAX_LEADERBOARD_ROWS), tried, running, withdrawn } };
    },

    async publicRow({ params: { id }, origin }) {
      await enforceLimits(limiter, ['originReads', origin]);
      const row = await readPublishedRow(firestore, id);
      if (!row) throw new HttpError(...REFUSALS.unknown);
      const { name: _, ...anonymousRow } = row;
      return { data: anonymousRow };
    },

    async publisher({ caller }) {
      requireFeature(deps, caller, 'copy-trading');
      return { data: await readPublisher(firestore, caller.session.uid) };
    },

    async chooseDisplayName({ body: { name }, caller }) {
      requireFeature(deps, caller, 'copy-trading');
      const { uid } = caller.session;
      await enforceLimits(limiter, ['memberPublishing', uid]);
      const data = await convertRefusals(chooseDisplayName(firestore, { uid, name }, clock()));
      return { data, message: 'Your display name is saved' };
    },

    async publish({ body: { configuration }, caller, idempotencyKey: key }) {
      requireFeature(deps, caller, 'copy-trading');
      const { uid } = caller.session;
      await enforceLimits(limiter, ['memberPublishing', uid]);
      const call = createIdempotentCall(uid, key, 'publish', configuration);
      const data = await convertRefusals(
        addPublication(firestore, { call, configuration }, clock()),
      );
      return { data, message: 'Published. Its results count from the next slot.' };
    },

    async withdraw({ params: { id }, caller }) {
      const { uid } = caller.session;
      await enforceLimits(limiter, ['memberPublishing', uid]);
      const data = await convertRefusals(withdrawPublication(firestore, { uid, id }, clock()));
      return { data, message: 'Withdrawn. Its results stay on the leaderboard.' };
    },
  };
};
