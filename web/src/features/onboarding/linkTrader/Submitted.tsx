import { PATHS } from '@quantalgo/contracts';
import { Done, useRedirect } from '../../../ui/Done';

const REDIRECT_MS = 3000;

/** The proof has arrived: on to the dashboard. */
export function Submitted() {
  useRedirect(PATHS.dashboard, REDIRECT_MS);
  return (
    <Done title="Proof received" next={{ to: PATHS.dashboard, words: 'Continue to dashboard' }}>
      Trader ID verification submitted successfully! Our team will review and activate your account
      within 24 hours.
    </Done>
  );
}
