import type { UnsentContents } from '../../data/outbox/outbox';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { describeOutboxItem, describeUnreadable } from './UserCard';

export const UnsentDialog = ({
  unsent: { items, unreadable, isComplete },
  onStay,
  onLogOut,
}: {
  unsent: UnsentContents;
  onStay: () => void;
  onLogOut: () => void;
}) => (
  <Dialog open onClose={onStay} label="Log out">
    <div className="grid gap-4 p-5">
      <h2 className="text-lg">
        {items.length + unreadable.length > 0
          ? 'Not everything has been sent'
          : 'Unsent changes can’t be read'}
      </h2>
      {items.length + unreadable.length > 0 && (
        <>
          <p className="text-sm text-muted">
            These items have not been sent. Logging out deletes them:
          </p>
          <ul className="grid list-disc gap-1 pl-5 text-sm">
            {items.map((item) => (
              <li key={item.id}>{describeOutboxItem(item)}</li>
            ))}
            {unreadable.length > 0 && <li>{describeUnreadable(unreadable.length)}</li>}
          </ul>
        </>
      )}
      {!isComplete && (
        <p className="text-sm text-muted">
          This device may hold changes that can’t be read. Logging out deletes them.
        </p>
      )}
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
