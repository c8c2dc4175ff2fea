import { StrictMode, type ComponentType, type ReactNode } from 'react';
import { App } from './App';
import { ErrorBoundary } from './ErrorBoundary';

/** The whole app under a router: the browser's, or one that stands at a page which the build draws. */
export const Root = ({ Router }: { Router: ComponentType<{ children: ReactNode }> }) => (
  <StrictMode>
    <ErrorBoundary>
      <Router>
        <App />
      </Router>
    </ErrorBoundary>
  </StrictMode>
);
