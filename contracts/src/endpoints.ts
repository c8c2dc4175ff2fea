// Written by `npm run gen:endpoints`.
import {
  accountEndpoints,
} from './account/endpoints';
import {
  authEndpoints,
} from './auth/endpoints';
import {
  passwordsEndpoints,
} from './auth/passwordEndpoints';
import {
  secondFactorEndpoints,
} from './auth/secondFactorEndpoints';
import {
  securityEndpoints,
} from './auth/securityEndpoints';
import {
  signUpEndpoints,
} from './auth/signUpEndpoints';
import {
  botsEndpoints,
} from './bots/endpoints';
import {
  chatEndpoints,
} from './chat/endpoints';
import {
  pinnedNotesEndpoints,
} from './chat/pinnedNotesEndpoints';
import {
  adminUsersEndpoints,
  adminCodesEndpoints,
  adminNewsEndpoints,
  adminTicketsEndpoints,
  adminMonitoringEndpoints,
  memberWeeksEndpoints,
} from './console/endpoints';
import {
  countdownEndpoints,
} from './countdown/endpoints';
import {
  journalEndpoints,
} from './journal/endpoints';
import {
  leaderboardEndpoints,
} from './leaderboard/endpoints';
import {
  liveEndpoints,
} from './live/endpoints';
import {
  liveHostEndpoints,
} from './live/hostEndpoints';
import {
  networkEndpoints,
} from './network/endpoints';
import {
  liveFiguresEndpoints,
} from './network/liveFiguresEndpoints';
import {
  moderationEndpoints,
} from './network/moderationEndpoints';
import {
  presenceEndpoints,
} from './network/presenceEndpoints';
import {
  notificationsEndpoints,
} from './notifications/endpoints';
import {
  archiveEndpoints,
} from './privacy/endpoints';
import {
  faultsEndpoints,
} from './problems/endpoints';
import {
  pushEndpoints,
} from './push/endpoints';
import {
  recordEndpoints,
} from './record/endpoints';
import {
  strategiesEndpoints,
} from './record/strategyEndpoints';
import {
  signalsEndpoints,
} from './signals/endpoints';
import {
  submissionsEndpoints,
} from './submissions/endpoints';
import {
  picturesEndpoints,
} from './submissions/pictureEndpoints';
import {
  adminProofsEndpoints,
  adminSetupsEndpoints,
} from './submissions/reviewEndpoints';
import {
  telegramEndpoints,
} from './telegram/endpoints';
import {
  ticketsEndpoints,
} from './tickets/endpoints';
import {
  coursesEndpoints,
} from './vault/endpoints';

/** The app imports single groups, so that it doesn't load the schemas of the others. */
export const endpoints = {
  ...accountEndpoints,
  ...authEndpoints,
  ...passwordsEndpoints,
  ...secondFactorEndpoints,
  ...securityEndpoints,
  ...signUpEndpoints,
  ...botsEndpoints,
  ...chatEndpoints,
  ...pinnedNotesEndpoints,
  ...adminUsersEndpoints,
  ...adminCodesEndpoints,
  ...adminNewsEndpoints,
  ...adminTicketsEndpoints,
  ...adminMonitoringEndpoints,
  ...memberWeeksEndpoints,
  ...countdownEndpoints,
  ...journalEndpoints,
  ...leaderboardEndpoints,
  ...liveEndpoints,
  ...liveHostEndpoints,
  ...networkEndpoints,
  ...liveFiguresEndpoints,
  ...moderationEndpoints,
  ...presenceEndpoints,
  ...notificationsEndpoints,
  ...archiveEndpoints,
  ...faultsEndpoints,
  ...pushEndpoints,
  ...recordEndpoints,
  ...strategiesEndpoints,
  ...signalsEndpoints,
  ...submissionsEndpoints,
  ...picturesEndpoints,
  ...adminProofsEndpoints,
  ...adminSetupsEndpoints,
  ...telegramEndpoints,
  ...ticketsEndpoints,
  ...coursesEndpoints,
} as const;

export type EndpointName = keyof typeof endpoints;
