import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button';
import { Message } from './Message';
import { reload } from './movingOn';

interface State {
  readonly failed: boolean;
}

/**
 * Catches what a screen throws, a chunk that can't be loaded included. Reloading loses nothing: what a member has is
 * kept in IndexedDB. A change of `screen` clears the failure.
 */
export class ErrorBoundary extends Component<{ screen?: string; children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
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
          <Button look="primary" onClick={reload}>
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
