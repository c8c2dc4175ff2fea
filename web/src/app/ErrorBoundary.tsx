import { PATHS } from '@quantalgo/contracts';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { BRAND } from '../brand';
import { useSession } from '../data/session/currentSession';
import { BrandMark } from '../ui/BrandMark';
import { Button } from '../ui/Button';
import { ExternalLink, LinkButton } from '../ui/Links';
import { reload } from './lazyLoading';

interface BoundaryState {
  readonly failed: boolean;
}

/**
 * Catches errors of a screen, including chunks that fail to load. Reloading loses nothing: a member's data is in
 * IndexedDB. A change of `screen` clears the failure.
 */
export class ErrorBoundary extends Component<
  { screen?: string; children: ReactNode },
  BoundaryState
> {
  override state: BoundaryState = { failed: false };

  static getDerivedStateFromError(): BoundaryState {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    import('../data/core/faults').then(
      ({ reportFault }) => reportFault(error, 'screen'),
      () => undefined,
    );
  }

  override componentDidUpdate(before: { screen?: string }) {
    if (this.state.failed && before.screen !== this.props.screen) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Message
        title="This screen stopped working"
        actions={
          <Button variant="primary" onClick={reload}>
            Reload
          </Button>
        }
      >
        What you have on this device is safe. Reloading usually helps; if you are offline, try again
        once you are back.
      </Message>
    );
  }
}

/** The page for unknown addresses. */
export function NotFound() {
  const { pathname } = useLocation();
  const signedIn = useSession().status === 'signed-in';
  const onward = signedIn ? (
    <LinkButton to={PATHS.dashboard} variant="primary">
      Back to Control Center
    </LinkButton>
  ) : (
    <LinkButton to={PATHS.login} variant="primary">
      Log in
    </LinkButton>
  );
  return (
    <Message title="There is no page here" actions={onward}>
      <span className="font-semibold text-text">{pathname}</span>{' '}
      <span>{`does not exist, or not yet. ${signedIn ? 'If a link led you here,' : 'To open an account or get back into yours,'}`}</span>{' '}
      <ExternalLink href={BRAND.telegram.support}>write to our support</ExternalLink>
      <span>.</span>
    </Message>
  );
}

/** A screen with only a message and its actions. */
const Message = ({
  title,
  actions,
  children,
}: {
  title: string;
  actions: ReactNode;
  children: ReactNode;
}) => (
  <div className="mx-auto grid min-h-[70dvh] max-w-md content-center gap-4 px-4 py-12">
    <BrandMark size={32} />
    <h1 className="text-xl font-semibold">{title}</h1>
    <p className="text-muted">{children}</p>
    <div className="mt-2 flex flex-wrap gap-3">{actions}</div>
  </div>
);
