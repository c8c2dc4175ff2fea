import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { boot } from '../data/boot';
import { registerServiceWorker } from '../data/pwa/registration';
import { App } from './App';
import { ErrorBoundary } from './ErrorBoundary';
import { preload } from './routes';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no place for the app');

boot();
preload(location.pathname);
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </ErrorBoundary>
  </StrictMode>,
);
addEventListener('load', () => void registerServiceWorker());
