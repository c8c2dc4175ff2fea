import { BRAND, PATHS } from '@quantalgo/contracts';
import { useLocation } from 'react-router-dom';
import { useSession } from '../data/session/currentSession';
import { ExternalLink } from '../ui/ExternalLink';
import { LinkButton } from '../ui/LinkButton';
import { Message } from './Message';

/** Answers every address that no screen has. */
export function NotFound() {
  const { pathname } = useLocation();
  const signedIn = useSession().status === 'signed-in';
  const onward = signedIn ? (
    <LinkButton to={PATHS.dashboard} look="primary">
      Back to Control Center
    </LinkButton>
  ) : (
    <LinkButton to={PATHS.login} look="primary">
      Log in
    </LinkButton>
  );
  return (
    <Message title="There is no page here" actions={onward}>
      <span className="font-semibold text-text">{pathname}</span> does not exist, or not yet.{' '}
      {signedIn ? 'If a link led you here,' : 'To open an account or get back into yours,'}{' '}
      <ExternalLink href={BRAND.telegram.support}>write to our support</ExternalLink>.
    </Message>
  );
}
