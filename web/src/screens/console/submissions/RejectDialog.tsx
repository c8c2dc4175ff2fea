import { adminProofsEndpoints } from '@quantalgo/contracts/submissions/reviewEndpoints';
import { useState } from 'react';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { TextField } from '../../../ui/Field';

interface RejectionProps {
  /** For example `Reject the proof of Ada Obi`. */
  readonly title: string;
  readonly reasons: readonly string[];
  readonly onReject: (reason: string) => void;
  readonly onClose: () => void;
}

function ReasonForm({ title, reasons, onReject, onClose }: RejectionProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const reject = (text: string) => {
    const { data, error: problem } = adminProofsEndpoints.rejectProof.body.safeParse({
      reason: text,
    });
    if (!data) return setError(problem.issues[0]?.message);
    onClose();
    onReject(data.reason);
  };
  return (
    <form
      className="grid gap-4 p-5"
      onSubmit={(event) => {
        event.preventDefault();
        reject(reason);
      }}
    >
      <h2 className="text-lg">{title}</h2>
      <TextField
        label="Reason"
        help="The member reads it, here and by mail."
        error={error}
        value={reason}
        onChange={({ target }) => {
          setReason(target.value);
          setError(undefined);
        }}
      />
      <ul aria-label="Frequent reasons" className="grid gap-1.5">
        {reasons.map((text) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => setReason(text)}
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
