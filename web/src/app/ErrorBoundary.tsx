import { PATHS } from '@quantalgo/contracts/core/paths';
import { Component, Fragment, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { BRAND } from '../core/brand';
import { useOnline } from '../data/core/useOnline';
import { useSession } from '../data/auth/currentSession';
import { BrandMark } from '../ui/BrandMark';
import { showProblemCode } from '../core/problem';
import { Button } from '../ui/Button';
import { ExternalLink, LinkButton } from '../ui/Links';
import { reload } from './lazyLoading';

interface BoundaryState {
  /** Wrapped in an object because anything can be thrown; null while nothing has failed. */
  readonly fault: { readonly thrown: unknown } | null;
  readonly subtree: number;
  readonly hasRetried: boolean;
}

/**
 * Catches a screen's errors, including chunks that fail to load. Remounts once, because a browser
 * extension may have removed nodes. A change of `screen` clears the failure.
 */
export class ErrorBoundary extends Component<
  { screen?: string; children: ReactNode },
  BoundaryState
> {
  override state: BoundaryState = { fault: null, subtree: 0, hasRetried: false };

  static getDerivedStateFromError(thrown: unknown): Pick<BoundaryState, 'fault'> {
    return { fault: { thrown } };
  }

  override componentDidCatch(error: unknown) {
    import('../data/core/faults').then(
      ({ reportFault }) => reportFault(error, 'screen'),
      () => undefined,
    );
    const { hasRetried, subtree } = this.state;
    if (hasRetried) showProblemCode('screen');
    else this.setState({ fault: null, subtree: subtree + 1, hasRetried: true });
  }

  override componentDidUpdate(previousProps: { screen?: string }) {
    const { fault, hasRetried } = this.state;
    if ((fault || hasRetried) && previousProps.screen !== this.props.screen)
      this.setState({ fault: null, hasRetried: false });
  }

  override render() {
    const { fault, subtree, hasRetried } = this.state;
    const { children } = this.props;
    if (!fault) return <Fragment key={subtree}>{children}</Fragment>;
    return hasRetried && <FailedScreen thrown={fault.thrown} />;
  }
}

const LOAD_FAILURE = /dynamically imported module|module script failed|preload CSS/i;

const isLoadFailure = (thrown: unknown): boolean =>
  thrown instanceof Error && LOAD_FAILURE.test(thrown.message);

/** React expected a node that a browser extension or translator moved or removed. */
const isForeignChange = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === 'NotFoundError';

function describeFault(thrown: unknown, online: boolean): string {
  if (isForeignChange(thrown))
    return 'Your browser’s translator or an extension changed this page. Turn it off for this page, then reload.';
  if (!isLoadFailure(thrown)) return 'Your data on this device is safe. Reloading usually helps.';
  return online
    ? 'Part of this screen couldn’t be loaded. Reload to try again.'
    : 'Part of this screen isn’t stored on this device. Reload once you’re back online.';
}

const FailedScreen = ({ thrown }: { thrown: unknown }) => (
  <Message
    title="This screen stopped working"
    actions={
      <Button variant="primary" onClick={reload}>
        Reload
      </Button>
    }
  >
    {describeFault(thrown, useOnline())}
  </Message>
);

export function NotFound() {
  const { pathname } = useLocation();
  const isLoggedIn = useSession().status === 'logged-in';
  const action = isLoggedIn ? (
    <LinkButton to={PATHS.dashboard} variant="primary">
      Back to Control Center
    </LinkButton>
  ) : (
    <LinkButton to={PATHS.login} variant="primary">
      Log in
    </LinkButton>
  );
  return (
    <Message title="Page not found" actions={action}>
      <span className="font-semibold wrap-anywhere text-text">{pathname}</span>{' '}
      <span>{`doesn’t exist, at least not yet. ${isLoggedIn ? 'If a link brought you here,' : 'To open an account or regain access to yours,'}`}</span>{' '}
      <ExternalLink href={BRAND.telegram.support}>contact support</ExternalLink>
      <span>.</span>
    </Message>
  );
}

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
