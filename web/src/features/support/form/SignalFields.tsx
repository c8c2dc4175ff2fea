import { slotStartOfId, watDate, watTime } from '@quantalgo/contracts';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import type { TicketFormState } from './useTicketForm';

/** The signal that the ticket is about, and the prices that the member's broker showed for it. */
export function SignalFields({ form }: { form: TicketFormState }) {
  const { control, values, forgetSignal } = form;
  const start = slotStartOfId(values.signal);
  return (
    <fieldset className="grid gap-4 rounded-lg border border-line bg-sunk p-4">
      <legend className="sr-only">My broker showed otherwise</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm">
          About the signal of{' '}
          <span className="font-semibold tabular-nums">
            {watDate(start)}, {watTime(start)} WAT
          </span>
        </p>
        <Button look="quiet" size="small" onClick={forgetSignal}>
          Not about it
        </Button>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...control('entrySeen')}
          label="Entry price you saw"
          help="One of the two is enough."
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...control('exitSeen')}
          label="Exit price you saw"
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
    </fieldset>
  );
}
