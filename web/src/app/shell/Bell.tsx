import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { Bell as BellIcon } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Link, useLocation } from 'react-router-dom';
import { unreadCount } from '../../data/notifications/unread';
import { lazyComponent } from '../../ui/lazyComponent';

const NotificationsPopover = lazyComponent(
  async () => (await import('../../screens/notifications/Notifications')).NotificationsPopover,
);

export const HEADER_BUTTON =
  'relative grid size-11 shrink-0 place-content-center rounded-lg text-muted transition-colors hover:bg-sunk hover:text-text aria-expanded:bg-line-soft aria-expanded:text-text';

const MAX_COUNT = 99;

const formatUnread = (count: number) => (count > MAX_COUNT ? `${MAX_COUNT}+` : String(count));

const BellMark = ({ count }: { count: number }) => (
  <>
    <BellIcon size={20} aria-hidden />
    {count > 0 && (
      <span
        aria-hidden
        data-age
        className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-text px-1 text-center text-xs/4.5 font-semibold text-ink tabular-nums forced-color-adjust-none"
      >
        {formatUnread(count)}
      </span>
    )}
  </>
);

function useOutsidePress(root: RefObject<HTMLElement | null>, open: boolean, close: () => void) {
  useEffect(() => {
    if (!open) return;
    const controller = new AbortController();
    const handlePress = ({ target }: Event) => {
      if (!(target instanceof Node) || root.current?.contains(target) !== true) close();
    };
    addEventListener('pointerdown', handlePress, { signal: controller.signal, capture: true });
    return () => controller.abort();
  }, [root, open, close]);
}

/** A separate screen on phones, a popover in wider windows. */
export function Bell({ member }: { member: User }) {
  const count = useSyncExternalStore(unreadCount.subscribe, unreadCount.get) ?? 0;
  const label = count > 0 ? `Notifications, ${count} unread` : 'Notifications';
  const { key, pathname } = useLocation();
  // Bound to the history entry that it was opened on, so that following a link closes it.
  const [openKey, setOpenKey] = useState<string | null>(null);
  const open = openKey === key;
  // Otherwise going back to that entry would open it again.
  if (openKey !== null && !open) setOpenKey(null);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [close] = useState(() => () => setOpenKey(null));
  useOutsidePress(root, open, close);
  const handleEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    close();
    button.current?.focus();
  };
  return (
    <>
      <Link
        to={PATHS.notifications}
        aria-label={label}
        aria-current={pathname === PATHS.notifications ? 'page' : undefined}
        className={`${HEADER_BUTTON} lg:hidden`}
      >
        <BellMark count={count} />
      </Link>
      <div ref={root} role="presentation" onKeyDown={handleEscape} className="max-lg:hidden">
        <button
          ref={button}
          type="button"
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpenKey(open ? null : key)}
          className={HEADER_BUTTON}
        >
          <BellMark count={count} />
        </button>
        {open && <NotificationsPopover member={member} onClose={close} />}
      </div>
    </>
  );
}
