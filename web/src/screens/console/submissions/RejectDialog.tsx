import { adminProofsEndpoints } from '@quantalgo/contracts/submissions/reviewEndpoints';
import { useForm } from '../../../data/core/useForm';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { TextField } from '../../../ui/Field';

export interface RejectionProps {
  /** For example `Reject Ada Obi’s proof`. */
  readonly title: string;
  readonly reasons: readonly string[];
  readonly onReject: (reason: string) => void;
  readonly onClose: () => void;
}

function ReasonForm({ title, reasons, onReject, onClose }: RejectionProps) {
  const form = useForm(adminProofsEndpoints.rejectProof.body, {
    initial: { reason: '' },
    onSubmit: ({ reason }) => {
      onClose();
      onReject(reason);
    },
  });
  return (
    <form {...form.props} className="grid gap-4 p-5">
      <h2 className="text-lg">{title}</h2>
      <TextField
        {...form.field('reason')}
        label="Reason"
        help="The member sees it in the app and by email."
      />
      <ul aria-label="Common reasons" className="grid gap-1.5">
        {reasons.map((text) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => form.set({ reason: text })}
              className="min-h-11 w-full rounded-md border border-line px-3 py-2 text-left text-sm text-muted hover:border-edge hover:text-text"
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="danger">
          Reject
        </Button>
      </div>
    </form>
  );
}

export const RejectDialog = ({ open, ...form }: RejectionProps & { readonly open: boolean }) => (
  <Dialog open={open} onClose={form.onClose} label={form.title}>
    <ReasonForm {...form} />
  </Dialog>
);
