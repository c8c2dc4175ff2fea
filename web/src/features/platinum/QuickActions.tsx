import { BRAND, PATHS } from '@quantalgo/contracts';
import { ExternalLinkButton, LinkButton } from '../../ui/Links';
import { Panel } from '../../ui/Card';

/** Where to go from a session. */
export const QuickActions = () => (
  <Panel title="Quick actions">
    <div className="grid gap-2.5 border-t border-line-soft p-4">
      <ExternalLinkButton href={BRAND.telegram.bot}>Open signal bot</ExternalLinkButton>
      <LinkButton to={PATHS.performance}>View Full Analysis</LinkButton>
      <LinkButton to={`${PATHS.settings}#notifications`}>Set Notifications</LinkButton>
    </div>
  </Panel>
);
