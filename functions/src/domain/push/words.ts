import {
  isLocked,
  pairLabel,
  PATHS,
  signalPath,
  watTime,
  type Access,
  type PushPayload,
  type Signal,
} from '@quantalgo/contracts';

/** What a notification says, and the path that a click opens. Any passer-by may read it on a locked screen. */
export type PushWords = Pick<PushPayload, 'title' | 'body' | 'to'>;

const TIERS = { guest: 'Guest', starter: 'Starter', essential: 'Essential' } as const;

export const signalWords = ({
  id,
  pair,
  direction,
  confidence,
  expiresAt,
}: Pick<Signal, 'id' | 'pair' | 'direction' | 'confidence' | 'expiresAt'>): PushWords => ({
  title: `${pairLabel(pair)} ${direction}`,
  body: `Enter at ${watTime(expiresAt)} WAT. Confidence ${confidence.value.toFixed(1)} %.`,
  to: signalPath(id),
});

/** @param access what it is now, whatever changed in between */
export const accessWords = (access: Access): PushWords =>
  isLocked(access)
    ? {
        title: 'Your access has changed',
        body: 'Your dashboard is locked. Open the app to see why.',
        to: PATHS.dashboard,
      }
    : {
        title: 'Your dashboard is unlocked',
        body: `You are a member of the ${TIERS[access.tier]} tier.`,
        to: PATHS.dashboard,
      };

export const TICKET_WORDS: PushWords = {
  title: 'Support has answered',
  body: 'Your ticket has an answer.',
  to: PATHS.support,
};

export const TEST_WORDS: PushWords = {
  title: 'Notifications reach this device',
  body: 'This is the test that you asked for.',
  to: `${PATHS.settings}#push`,
};
