import { TIER_NAMES } from '@quantalgo/contracts/access/access';
import type { ConfirmedProof } from '../../../data/console/submissions';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';

const TITLE = 'Approve using the broker’s list';

/** Names each member and tier before anything is granted. */
export function ConfirmedProofsDialog({
  confirmed,
  selectedCount,
  onApprove,
  onClose,
}: {
  /** Null while the dialog is closed. */
  confirmed: readonly ConfirmedProof[] | null;
  selectedCount: number;
  onApprove: (proofs: readonly ConfirmedProof[]) => void;
  onClose: () => void;
}) {
  const proofs = confirmed ?? [];
  return (
    <Dialog open={confirmed !== null} onClose={onClose} label={TITLE}>
      <div className="grid gap-4 p-5">
        <h2 className="text-lg">{TITLE}</h2>
        <p className="text-sm text-muted">
          {`The broker’s list confirms ${proofs.length} of ${selectedCount}. Check the others one by one.`}
        </p>
        <ul aria-label="Confirmed" className="grid max-h-72 gap-1.5 overflow-y-auto text-sm">
          {proofs.map(({ id, fullName, tier }) => (
            <li key={id} className="flex justify-between gap-3">
              <bdi className="min-w-0 wrap-anywhere">{fullName}</bdi>
              <span className="shrink-0 font-semibold">{TIER_NAMES[tier]}</span>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          {proofs.length > 0 && (
            <Button variant="primary" onClick={() => onApprove(proofs)}>
              {`Approve ${proofs.length}`}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
