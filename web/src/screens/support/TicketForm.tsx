import {
  countText,
  dateText,
  MESSAGE_MAX_LENGTH,
  slotStartOfId,
  SUBJECT_MAX_LENGTH,
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
  zonedTime,
} from '@quantalgo/contracts';
import type { SubmitEvent } from 'react';
import { CATEGORY_WORDS, PRIORITY_WORDS } from '../../content/support';
import { Button } from '../../ui/Button';
import { TextArea, TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { Select } from '../../ui/Select';
import { SubmitButton } from '../../ui/SubmitButton';
import type { TicketFormState } from './useTicketForm';
import { useZone } from '../../tell';

const countOf = (text: string, limit: number) =>
  `${countText(text.trim().length)} of ${countText(limit)} characters`;

/** A new ticket. What is typed stays through a reload and without a connection. */
export function TicketForm({ form }: { form: TicketFormState }) {
  const { control, values, failure } = form;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 p-4 pt-1">
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          {...control('category')}
          label="Category"
          options={TICKET_CATEGORIES}
          words={CATEGORY_WORDS}
          placeholder="Choose one"
        />
        <Select
          {...control('priority')}
          label="Priority"
          note="optional"
          options={TICKET_PRIORITIES}
          words={PRIORITY_WORDS}
          placeholder="Medium"
        />
      </div>
      <TextField
        {...control('subject')}
        label="Subject"
        help={countOf(values.subject, SUBJECT_MAX_LENGTH)}
        autoComplete="off"
      />
      {values.signal !== '' && <SignalFields form={form} />}
      <TextArea
        {...control('message')}
        label="Message"
        help={countOf(values.message, MESSAGE_MAX_LENGTH)}
      />
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <div className="grid sm:justify-start">
        <SubmitButton doing={undefined}>Send ticket</SubmitButton>
      </div>
    </form>
  );
}

/** The signal that the ticket is about, and the prices that the member's broker showed for it. */
function SignalFields({ form }: { form: TicketFormState }) {
  const { control, values, forgetSignal } = form;
  const zone = useZone();
  const start = slotStartOfId(values.signal);
  return (
    <fieldset className="grid gap-4 rounded-lg border border-line bg-sunk p-4">
      <legend className="sr-only">My broker showed otherwise</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm">
          About the signal of{' '}
          <span className="font-semibold tabular-nums">
            {dateText(start, zone)}, {zonedTime(start, zone)}
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
