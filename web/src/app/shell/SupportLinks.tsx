import { PATHS } from '@quantalgo/contracts';
import { LifeBuoy, Send, Smartphone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { BRAND } from '../../brand';
import { installsByHand, isInstalled } from '../../data/pwa/install';
import type { OutboxContents } from '../../data/outbox/item';
import { showProblemCode } from '../../problem';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { ExternalLink } from '../../ui/Links';
import { itemText, unreadableText } from './UserCard';

const QUIET_ITEM =
  'flex min-h-11 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium text-muted transition-colors hover:bg-raised hover:text-text';

/** Whether the installed app starts signed out: on iOS its storage is separate from the browser's. */
const movesByCode = (): boolean => installsByHand() && !isInstalled();

/** Ways to help below the sidebar's screens. */
export const SupportLinks = () => (
  <div className="grid">
    {movesByCode() && (
      <Link to={PATHS.transfer} className={QUIET_ITEM}>
        <Smartphone size={18} aria-hidden />
        <span>Continue in the app</span>
      </Link>
    )}
    <ExternalLink href={BRAND.telegram.support} className={QUIET_ITEM}>
      <Send size={18} aria-hidden />
      <span>Contact support</span>
    </ExternalLink>
    <button type="button" onClick={() => showProblemCode('asked')} className={QUIET_ITEM}>
      <LifeBuoy size={18} aria-hidden />
      <span>Report a problem</span>
    </button>
  </div>
);

/** Lists what would be lost, and lets the member decide. */
export const UnsentDialog = ({
  unsent: { items, unreadable },
  onStay,
  onLogOut,
}: {
  unsent: OutboxContents;
  onStay: () => void;
  onLogOut: () => void;
}) => (
  <Dialog open onClose={onStay} label="Log out">
    <div className="grid gap-4 p-5">
      <h2 className="text-lg">Not everything has been sent</h2>
      <p className="text-sm text-muted">
        These are waiting on this device for a connection. Logging out deletes them:
      </p>
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        {items.map((item) => (
          <li key={item.id}>{itemText(item)}</li>
        ))}
        {unreadable.length > 0 && <li>{unreadableText(unreadable.length)}</li>}
      </ul>
      <div className="grid gap-3 sm:flex sm:justify-end">
        <Button variant="danger" onClick={onLogOut}>
          Log out and delete
        </Button>
        <Button variant="primary" onClick={onStay}>
          Stay logged in
        </Button>
      </div>
    </div>
  </Dialog>
);
