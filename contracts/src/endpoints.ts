import { accountEndpoints } from './endpoints/account';
import { archiveEndpoints } from './endpoints/archive';
import { authEndpoints } from './endpoints/auth';
import {
  adminCodesEndpoints,
  adminNewsEndpoints,
  adminTicketsEndpoints,
  adminUsersEndpoints,
  adminWatchEndpoints,
} from './endpoints/console';
import { botsEndpoints } from './endpoints/bots';
import { chatEndpoints } from './endpoints/chat';
import { countdownEndpoints } from './endpoints/countdown';
import { coursesEndpoints } from './endpoints/courses';
import { faultsEndpoints } from './endpoints/faults';
import { journalEndpoints } from './endpoints/journal';
import { moderationEndpoints } from './endpoints/moderation';
import { liveEndpoints } from './endpoints/live';
import { liveHostEndpoints } from './endpoints/liveHost';
import { networkEndpoints } from './endpoints/network';
import { liveFiguresEndpoints } from './endpoints/liveFigures';
import { leaderboardEndpoints } from './endpoints/leaderboard';
import { passwordsEndpoints } from './endpoints/passwords';
import { pinnedNotesEndpoints } from './endpoints/pinnedNotes';
import { presenceEndpoints } from './endpoints/presence';
import { picturesEndpoints } from './endpoints/pictures';
import { pushEndpoints } from './endpoints/push';
import { recordEndpoints } from './endpoints/record';
import { adminProofsEndpoints, adminSetupsEndpoints } from './endpoints/review';
import { secondFactorEndpoints } from './endpoints/secondFactor';
import { securityEndpoints } from './endpoints/security';
import { signalsEndpoints } from './endpoints/signals';
import { signUpEndpoints } from './endpoints/signUp';
import { submissionsEndpoints } from './endpoints/submissions';
import { telegramEndpoints } from './endpoints/telegram';
import { ticketsEndpoints } from './endpoints/tickets';

export * from './endpoints/account';
export * from './endpoints/archive';
export * from './endpoints/auth';
export * from './endpoints/unparsed';
export * from './endpoints/bots';
export * from './endpoints/chat';
export * from './endpoints/console';
export * from './endpoints/countdown';
export * from './endpoints/courses';
export * from './endpoints/faults';
export * from './endpoints/journal';
export * from './endpoints/live';
export * from './endpoints/liveHost';
export * from './endpoints/moderation';
export * from './endpoints/network';
export * from './endpoints/leaderboard';
export * from './endpoints/liveFigures';
export * from './endpoints/passwords';
export * from './endpoints/pinnedNotes';
export * from './endpoints/presence';
export * from './endpoints/pictures';
export * from './endpoints/push';
export * from './endpoints/record';
export * from './endpoints/review';
export * from './endpoints/secondFactor';
export * from './endpoints/security';
export * from './endpoints/signals';
export * from './endpoints/signUp';
export * from './endpoints/submissions';
export * from './endpoints/telegram';
export * from './endpoints/tickets';

/**
 * Every endpoint of the API: the server mounts them, and OpenAPI is generated from them. The app imports endpoints by their
 * groups instead, so that it loads no others' schemas.
 */
export const endpoints = {
  ...authEndpoints,
  ...signUpEndpoints,
  ...passwordsEndpoints,
  ...accountEndpoints,
  ...securityEndpoints,
  ...archiveEndpoints,
  ...submissionsEndpoints,
  ...picturesEndpoints,
  ...ticketsEndpoints,
  ...botsEndpoints,
  ...leaderboardEndpoints,
  ...liveFiguresEndpoints,
  ...journalEndpoints,
  ...coursesEndpoints,
  ...networkEndpoints,
  ...presenceEndpoints,
  ...liveEndpoints,
  ...chatEndpoints,
  ...countdownEndpoints,
  ...faultsEndpoints,
  ...signalsEndpoints,
  ...pushEndpoints,
  ...recordEndpoints,
  ...telegramEndpoints,
  ...adminUsersEndpoints,
  ...adminProofsEndpoints,
  ...adminSetupsEndpoints,
  ...adminCodesEndpoints,
  ...adminNewsEndpoints,
  ...adminTicketsEndpoints,
  ...moderationEndpoints,
  ...pinnedNotesEndpoints,
  ...liveHostEndpoints,
  ...adminWatchEndpoints,
  ...secondFactorEndpoints,
} as const;
export type EndpointName = keyof typeof endpoints;
