import { MINUTE_MS, PATHS } from '@quantalgo/contracts';
import { BRAND } from '../../brand';
import { useNow } from '../../data/core/clock';
import { saveSession, useCalendar } from '../../data/rooms/live/calendar';
import { useZone } from '../../zone';
import { Panel } from '../../ui/Card';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { ExternalLinkButton, LinkButton } from '../../ui/Links';
import { SessionList } from '../../ui/SessionList';

const { bot } = BRAND.telegram;

/** Links to related screens. `analysis` is the address of Performance on what is shown. */
export const QuickActions = ({ analysis = PATHS.performance }: { analysis?: string }) => (
  <Panel title="Quick actions" aside={bot !== null && <DemonstrationTag />}>
    <div className="grid gap-2.5 border-t border-line-soft p-4">
      {bot !== null && <ExternalLinkButton href={bot}>Open signal bot</ExternalLinkButton>}
      <LinkButton to={analysis}>View Full Analysis</LinkButton>
      <LinkButton to={`${PATHS.settings}#notifications`}>Set Notifications</LinkButton>
    </div>
  </Panel>
);

/** The next live sessions of the calendar. */
export const UpcomingSessions = ({ uid }: { uid: string }) => (
  <SessionList
    view={useCalendar(uid)}
    now={useNow(MINUTE_MS)}
    zone={useZone()}
    onSave={saveSession}
  />
);
