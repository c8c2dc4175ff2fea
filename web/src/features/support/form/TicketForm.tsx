import {
  MESSAGE_MAX_LENGTH,
  SUBJECT_MAX_LENGTH,
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
} from '@quantalgo/contracts';
import type { SubmitEvent } from 'react';
import { CATEGORY_WORDS, PRIORITY_WORDS } from '../../../content/support';
import { Notice } from '../../../ui/Notice';
import { Select } from '../../../ui/Select';
import { SubmitButton } from '../../../ui/SubmitButton';
import { TextArea, TextField } from '../../../ui/Field';
import { SignalFields } from './SignalFields';
import type { TicketFormState } from './useTicketForm';

const countOf = (text: string, limit: number) =>
  `${text.trim().length.toLocaleString('en-GB')} of ${limit.toLocaleString('en-GB')} characters`;

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
