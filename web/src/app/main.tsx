import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { boot } from '../data/boot';
import { registerServiceWorker } from '../data/pwa/registration';
import { App } from './App';
import { ErrorBoundary } from './ErrorBoundary';
import { preload } from './routes';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no place for the app');

/** Shows the app, in slices: a slow phone answers a touch in between. */
function show(place: Element): void {
  const app = (
    <StrictMode>
      <ErrorBoundary>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </ErrorBoundary>
    </StrictMode>
  );
  startTransition(() => createRoot(place).render(app));
}

boot();
void preload(location.pathname).then(() => show(root));
addEventListener('load', () => void registerServiceWorker());
