import type { User } from '@quantalgo/contracts';
import { X } from 'lucide-react';
import { Dialog } from '../../ui/Dialog';
import { Brand } from './Brand';
import { Sidebar } from './Sidebar';

/** The whole sidebar on a small screen. */
export const More = ({
  member,
  open,
  onClose,
}: {
  member: User;
  open: boolean;
  onClose: () => void;
}) => (
  <Dialog open={open} onClose={onClose} label="Menu" place="right">
    <div className="flex min-h-full flex-col">
      <div className="flex items-center justify-between py-2 pr-2 pl-6">
        <Brand />
        <button
          type="button"
          aria-label="Close menu"
          onClick={onClose}
          className="grid size-11 place-content-center rounded-md text-muted hover:text-text"
        >
          <X size={20} aria-hidden />
        </button>
      </div>
      <Sidebar member={member} />
    </div>
  </Dialog>
);
