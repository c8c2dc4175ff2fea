import { PATHS } from '@quantalgo/contracts';
import { Done, useRedirect } from '../../../ui/Done';

const REDIRECT_MS = 3000;

/** The password is set: on to the login. */
export function ResetDone() {
  useRedirect(PATHS.login, REDIRECT_MS);
  return (
    <Done title="Password Reset Successful!" next={{ to: PATHS.login, words: 'Go to login' }}>
      All other sessions have ended. We take you to the login, where the new password counts.
    </Done>
  );
}
