import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { onLogFault } from '../../data/core/faultFlag';
import { startMenu } from '../../screens/landing/live/elements';
import { Verifier } from '../../screens/record/Verifier';
import { registerLater } from '../landing/serviceWorker';
import { VERIFIER_ID } from './VerifyPage';

// The content security policy forbids `new Function`, which zod's JIT would try.
z.config({ jitless: true });
onLogFault(
  () =>
    void import('../logBar').then(
      ({ showLogBar }) => showLogBar(),
      () => undefined,
    ),
);
startMenu();
let isVerifying = false;
registerLater(() => isVerifying);
const place = document.getElementById(VERIFIER_ID);
if (!place) throw new Error(`The document has no #${VERIFIER_ID} element`);
createRoot(place).render(
  <StrictMode>
    <Verifier ready onVerifying={(verifying) => (isVerifying = verifying)} />
  </StrictMode>,
);
