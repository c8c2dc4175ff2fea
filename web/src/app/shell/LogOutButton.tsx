import { LogOut } from 'lucide-react';
import { useState } from 'react';
import type { OutboxItem } from '../../data/outbox/item';
import { unsentOf } from '../../data/outbox/outbox';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { logOut } from '../logOut';
import { unsentWords } from './words';

/** Logs out. What has not been sent would be lost with it: that is named first, and the member decides. */
export function LogOutButton({ uid }: { uid: string }) {
  const [unsent, setUnsent] = useState<readonly OutboxItem[]>([]);
  const press = async () => {
    const found = await unsentOf(uid).catch(() => []);
    setUnsent(found);
    if (found.length === 0) logOut();
  };
  const stay = () => setUnsent([]);
  return (
    <>
      <button
        type="button"
        aria-label="Log out"
        title="Log out"
        onClick={() => void press()}
        className="grid size-11 shrink-0 place-content-center rounded-md text-muted transition-colors hover:bg-sunk hover:text-text"
      >
        <LogOut size={18} aria-hidden />
      </button>
      <Dialog open={unsent.length > 0} onClose={stay} label="Log out">
        <div className="grid gap-4 p-5">
          <h2 className="text-lg">Not everything has been sent</h2>
          <p className="text-sm text-muted">
            These wait on this device for a connection. Logging out deletes them:
          </p>
          <ul className="grid list-disc gap-1 pl-5 text-sm">
            {unsent.map((item) => (
              <li key={item.id}>{unsentWords(item)}</li>
            ))}
          </ul>
          <div className="grid gap-3 sm:flex sm:justify-end">
            <Button look="danger" onClick={logOut}>
              Log out and delete
            </Button>
            <Button look="primary" onClick={stay}>
              Stay logged in
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
