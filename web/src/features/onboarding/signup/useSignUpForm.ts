import { registrationSchema } from '@quantalgo/contracts';
import { useRef, useState, type FocusEvent } from 'react';
import { readDraft, writeDraft } from '../../../data/core/webStorage';
import { isFocusWithinForm } from '../../../ui/Field';
import {
  DRAFT,
  draftSchema,
  EMPTY,
  errorOf,
  errorsOf,
  FIELDS,
  type Errors,
  type FieldName,
  type Values,
} from './form';

/** What was typed before the reload, or before the step back. */
function restored(): Values {
  const parsed = draftSchema.safeParse(readDraft(DRAFT));
  return parsed.success ? { ...EMPTY, ...parsed.data } : EMPTY;
}

type Control = HTMLInputElement | HTMLSelectElement;

/** The sign-up form: its values, what is wrong with them, and where the focus goes. */
export function useSignUpForm() {
  const [values, setValues] = useState(restored);
  const [errors, setErrors] = useState<Errors>({});
  const controls = useRef(new Map<FieldName, Control>());

  const check = (field: FieldName, given: Values) => {
    const { [field]: _before, ...others } = errors;
    const error = errorOf(field, given);
    setErrors(error === undefined ? others : { ...others, [field]: error });
  };
  const change = (field: FieldName, text: string) => {
    const next = { ...values, [field]: text };
    setValues(next);
    writeDraft(DRAFT, draftSchema.parse(next));
    if (errors[field] !== undefined) check(field, next);
  };
  /** The registration, or null: then the first bad field has the focus. */
  const complete = () => {
    const found = errorsOf(values);
    setErrors(found);
    const first = FIELDS.find((field) => found[field] !== undefined);
    if (first !== undefined) controls.current.get(first)?.focus();
    const registration = registrationSchema.safeParse(values);
    return registration.success ? registration.data : null;
  };
  /** What every control of the form is given. */
  const control = (field: FieldName) => ({
    name: field,
    value: values[field],
    error: errors[field],
    onChange: ({ target }: { target: Control }) => change(field, target.value),
    onBlur: (event: FocusEvent) => {
      if (isFocusWithinForm(event)) check(field, values);
    },
    ref: (element: Control | null) => {
      if (element) controls.current.set(field, element);
    },
  });
  return { values, control, complete };
}
