import { PATHS } from '@quantalgo/contracts/core/paths';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { BRAND } from '../../core/brand';
import { useNow } from '../../data/core/clock';
import { downloadSessionFile, useCalendar } from '../../data/live/calendar';
import { useZone } from '../../core/zone';
import { Panel } from '../../ui/Card';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { ExternalLinkButton, LinkButton } from '../../ui/Links';
import { SessionList } from '../../ui/SessionList';

const { bot } = BRAND.telegram;

/** `analysis` is the path of the matching Performance screen. */
export const QuickActions = ({ analysis = PATHS.performance }: { analysis?: string }) => (
  <Panel title="Quick actions" aside={bot !== null && <DemonstrationTag />}>
    <div className="grid gap-2.5 border-t border-line-soft p-4">
      {bot !== null && <ExternalLinkButton href={bot}>Open signal bot</ExternalLinkButton>}
      <LinkButton to={analysis}>View Full Analysis</LinkButton>
      <LinkButton to={`${PATHS.settings}#notifications`}>Set Notifications</LinkButton>
    </div>
  </Panel>
);

export const UpcomingSessions = ({ uid }: { uid: string }) => (
  <SessionList
    view={useCalendar(uid)}
    now={useNow(MINUTE_MS)}
    zone={useZone()}
    onSave={downloadSessionFile}
  />
);
