import { PATHS } from '@quantalgo/contracts';
import { Done } from '../../../ui/Done';

/** The account is open. */
export const Confirmed = () => (
  <Done title="Welcome aboard" next={{ to: PATHS.linkTrader, words: 'Continue' }}>
    Account confirmed successfully! Redirecting to trader ID setup...
  </Done>
);
