import { accountEndpoints } from './account/endpoints';
import { archiveEndpoints } from './privacy/endpoints';
import { authEndpoints } from './auth/endpoints';
import {
  adminCodesEndpoints,
  adminNewsEndpoints,
  adminTicketsEndpoints,
  adminUsersEndpoints,
  adminWatchEndpoints,
} from './console/endpoints';
import { botsEndpoints } from './bots/endpoints';
import { chatEndpoints } from './chat/endpoints';
import { countdownEndpoints } from './countdown/endpoints';
import { coursesEndpoints } from './vault/endpoints';
import { faultsEndpoints } from './problems/endpoints';
import { journalEndpoints } from './journal/endpoints';
import { moderationEndpoints } from './network/moderationEndpoints';
import { liveEndpoints } from './live/endpoints';
import { liveHostEndpoints } from './live/hostEndpoints';
import { networkEndpoints } from './network/endpoints';
import { liveFiguresEndpoints } from './network/liveFiguresEndpoints';
import { leaderboardEndpoints } from './leaderboard/endpoints';
import { passwordsEndpoints } from './auth/passwordEndpoints';
import { pinnedNotesEndpoints } from './chat/pinnedNotesEndpoints';
import { presenceEndpoints } from './network/presenceEndpoints';
import { picturesEndpoints } from './submissions/pictureEndpoints';
import { pushEndpoints } from './push/endpoints';
import { recordEndpoints } from './record/endpoints';
import { adminProofsEndpoints, adminSetupsEndpoints } from './submissions/reviewEndpoints';
import { secondFactorEndpoints } from './auth/secondFactorEndpoints';
import { securityEndpoints } from './auth/securityEndpoints';
import { signalsEndpoints } from './signals/endpoints';
import { signUpEndpoints } from './auth/signUpEndpoints';
import { submissionsEndpoints } from './submissions/endpoints';
import { telegramEndpoints } from './telegram/endpoints';
import { ticketsEndpoints } from './tickets/endpoints';

/** For the server and OpenAPI. The app imports single groups instead, so that it doesn't load all schemas. */
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
