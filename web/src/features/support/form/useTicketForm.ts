import { isSlotId } from '@quantalgo/contracts';
import { useRef, useState } from 'react';
import { append } from '../../../data/outbox/outbox';
import { readDraft, writeDraft } from '../../../data/core/webStorage';
import {
  EMPTY,
  FIELDS,
  readForm,
  valuesSchema,
  type Errors,
  type FieldName,
  type Values,
} from './ticketForm';

const DRAFT = 'ticket';
const FAILED = 'The ticket could not be saved on this device. Please try again.';

/** What was typed before a reload; a link to the desk may name the signal that it is about. */
function restored(signal: string | null): Values {
  const kept = valuesSchema.safeParse(readDraft(DRAFT)).data ?? EMPTY;
  if (signal === null || !isSlotId(signal) || kept.signal === signal) return kept;
  return { ...kept, category: 'signals', signal, entrySeen: '', exitSeen: '' };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A ticket until it lies in the outbox. `signal`: id of the signal that it is to be about, null for none. */
export function useTicketForm(uid: string, signal: string | null) {
  const [values, setValues] = useState(() => restored(signal));
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const controls = useRef(new Map<FieldName, Control>());
  const busy = useRef(false);

  const take = (next: Values) => {
    setValues(next);
    writeDraft(DRAFT, next === EMPTY ? null : next);
    setErrors({});
  };
  const submit = async () => {
    const read = readForm(values);
    setErrors('errors' in read ? read.errors : {});
    if ('errors' in read) {
      const first = FIELDS.find((field) => read.errors[field] !== undefined);
      if (first !== undefined) controls.current.get(first)?.focus();
      return;
    }
    if (busy.current) return;
    busy.current = true;
    try {
      const { id } = await append(uid, { kind: 'ticket', body: read.body });
      take(EMPTY);
      setSaved(id);
      setFailure(null);
    } catch {
      setFailure(FAILED);
    }
    busy.current = false;
  };
  const control = (field: FieldName) => ({
    name: field,
    value: values[field],
    error: errors[field],
    onChange: ({ target }: { target: Control }) => {
      const { [field]: _before, ...others } = errors;
      take({ ...values, [field]: target.value });
      setErrors(others);
    },
    ref: (element: Control | null) => {
      if (element) controls.current.set(field, element);
      else controls.current.delete(field);
    },
  });
  const forgetSignal = () => take({ ...values, signal: '', entrySeen: '', exitSeen: '' });
  return { values, failure, saved, control, submit, take, forgetSignal };
}

export type TicketFormState = ReturnType<typeof useTicketForm>;
