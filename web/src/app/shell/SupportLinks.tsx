import { PATHS } from '@quantalgo/contracts/core/paths';
import { LifeBuoy, Send, Smartphone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { BRAND } from '../../core/brand';
import { requiresManualInstall, isInstalled } from '../../data/pwa/install';
import { showProblemCode } from '../../core/problem';
import { ExternalLink } from '../../ui/Links';

const QUIET_ITEM_CLASS =
  'flex min-h-11 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium text-muted transition-colors hover:bg-raised hover:text-text';

/**
 * An app installed on iOS starts logged out, because its storage is separate from the browser's.
 */
const needsTransferCode = (): boolean => requiresManualInstall() && !isInstalled();

export const SupportLinks = () => (
  <div className="grid">
    {needsTransferCode() && (
      <Link to={PATHS.transfer} className={QUIET_ITEM_CLASS}>
        <Smartphone size={18} aria-hidden />
        <span>Continue in the app</span>
      </Link>
    )}
    <ExternalLink href={BRAND.telegram.support} className={QUIET_ITEM_CLASS}>
      <Send size={18} aria-hidden />
      <span>Contact support</span>
    </ExternalLink>
    <button type="button" onClick={() => showProblemCode('asked')} className={QUIET_ITEM_CLASS}>
      <LifeBuoy size={18} aria-hidden />
      <span>Report a problem</span>
    </button>
  </div>
);
