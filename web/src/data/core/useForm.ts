import { type FocusEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';
import { isPress } from '../../core/press';
import { type Failing, useMutation } from './useMutation';
import { readDraft, writeDraft } from './webStorage';

type Values = Readonly<Record<string, unknown>>;

/**
 * Errors by field. Nested fields have keys such as `trades.0.stake`; the empty key is the whole
 * form.
 */
type FieldErrors = Readonly<Record<string, string>>;

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export type Result<D> =
  | { readonly success: true; readonly data: D }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };

/** A zod schema, or a function that validates several fields together. */
export interface FormSchema<V, D> {
  safeParse(values: V): Result<D>;
}

interface FormOptions<V extends Values, D> {
  /** Unchanged fields follow it when it changes. */
  readonly initial: V;
  readonly onSubmit: (data: D, submission: Submission<V>) => unknown;
  readonly failure?: Failing;
  /** Shows the failure in place of this field's error. */
  readonly failureField?: keyof V & string;
  /** Survives reloads, in an installed app also restarts. Fields that the schema lacks don't. */
  readonly draft?: {
    readonly name: string;
    readonly schema: z.ZodMiniType<Partial<NoInfer<V>>>;
    /** Adjusts the stored values when the form opens. */
    readonly open?: (stored: Partial<NoInfer<V>>) => Partial<NoInfer<V>>;
  };
  /**
   * Resets to `initial` after submission, as a chat does. Leaving such a field empty isn't an
   * error.
   */
  readonly clears?: boolean;
}

interface Submission<V> {
  /** True if the member has changed nothing since submitting. */
  readonly isCurrent: () => boolean;
  /**
   * Shows values as they were stored (trimmed, for example), unless the member changed them since.
   */
  readonly replace: (stored: Partial<V>) => void;
}

type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;

const NO_ERRORS: FieldErrors = {};

function toErrors(result: Result<unknown>): FieldErrors {
  if (result.success) return NO_ERRORS;
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[path.join('.')] ??= message;
  return errors;
}

const pick = <T>(record: Readonly<Record<string, T>>, isPicked: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => isPicked(name)));

/**
 * Usage: `<form {...form.props}>` with `<TextField {...form.field('email')} label="Email" />`.
 * Errors appear when a field is left or the form is submitted, and disappear once the field is
 * valid. Submitting focuses the first invalid field.
 */
export function useForm<V extends Values, D>(
  schema: FormSchema<NoInfer<V>, D>,
  {
    initial,
    onSubmit,
    failure: failureText = '',
    failureField,
    draft,
    clears = false,
  }: FormOptions<V, D>,
) {
  const [changes, setChanges] = useState<Values>(() => {
    const stored = draft?.schema.safeParse(readDraft(draft.name)).data ?? {};
    return draft?.open?.(stored) ?? stored;
  });
  const [errors, setErrors] = useState(NO_ERRORS);
  const [done, setDone] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const latestChanges = useRef(changes);
  const revision = useRef(0);
  const isComposing = useRef(false);

  const getValues = (): V => ({ ...initial, ...latestChanges.current });
  const store = (next: Values) => {
    latestChanges.current = next;
    setChanges(next);
  };
  // A value that equals the initial one isn't a change, so the field follows `initial` again.
  useEffect(() => {
    const initialValues: Values = initial;
    const remaining = pick(
      latestChanges.current,
      (name) => latestChanges.current[name] !== initialValues[name],
    );
    if (Object.keys(remaining).length < Object.keys(latestChanges.current).length) store(remaining);
  });

  const findErrors = () => toErrors(schema.safeParse(getValues()));
  /** Doesn't validate the unfinished text of an input method. */
  const recheck = () => {
    if (isComposing.current) return;
    const current = findErrors();
    setErrors((visible) => pick(current, (name) => name in visible));
  };
  const write = (next: Values) => {
    revision.current += 1;
    store(next);
    setDone(false);
    if (!draft) return;
    const isEmpty = Object.keys(next).length === 0;
    writeDraft(draft.name, isEmpty ? null : draft.schema.parse(getValues()));
  };
  const set = (next: Partial<V>) => {
    write({ ...latestChanges.current, ...next });
    recheck();
  };
  const reset = () => {
    write({});
    setErrors(NO_ERRORS);
  };

  const { pending, failure, waitMs, send } = useMutation(async (data: D, sentRevision: number) => {
    const isCurrent = () => revision.current === sentRevision;
    // The automatic retry on a busy site must not send values that were changed since.
    if (!isCurrent()) return;
    const replace = (stored: Partial<V>) => {
      if (isCurrent()) store({ ...latestChanges.current, ...stored });
    };
    await onSubmit(data, { isCurrent, replace });
    if (!isCurrent()) return;
    if (clears) reset();
    setDone(true);
  }, failureText);

  /** @param lastChange a value that was entered in the same event */
  const submit = (lastChange?: Partial<V>) => {
    if (lastChange) write({ ...latestChanges.current, ...lastChange });
    setDone(false);
    const result = schema.safeParse(getValues());
    // Rendered at once, so that the first invalid field is marked before it gets the focus.
    flushSync(() => setErrors(toErrors(result)));
    if (result.success) void send(result.data, revision.current);
    else element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  const handleBlur = (event: FocusEvent) => {
    const name = event.target.getAttribute('name') ?? '';
    if (isPress(event) || (clears && !(name in latestChanges.current))) return;
    const { [name]: error } = findErrors();
    setErrors(({ [name]: _previous, ...others }) =>
      error === undefined ? others : { ...others, [name]: error },
    );
  };

  const values: V = { ...initial, ...changes };
  const change = (name: string, value: unknown) => {
    write({ ...latestChanges.current, [name]: value });
    recheck();
  };
  const control = <K extends keyof V & string>(name: K) => ({
    value: values[name],
    error: errors[name] ?? (name === failureField ? (failure ?? undefined) : undefined),
    onChange: (value: V[K]) => change(name, value),
  });
  return {
    values,
    errors,
    pending,
    failure,
    waitMs,
    /** Submitted, and not changed since. */
    done,
    isChanged: Object.keys(changes).length > 0,
    set,
    reset,
    submit,
    /** For fields whose `onChange` receives the value. */
    control,
    /** For inputs, selects and text areas. */
    field: <K extends TextName<V>>(name: K) => ({
      ...control(name),
      name,
      onChange: ({ target }: { readonly target: { readonly value: string } }) =>
        change(name, target.value),
    }),
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault();
        submit();
      },
      onBlur: handleBlur,
      onCompositionStart: () => {
        isComposing.current = true;
      },
      onCompositionEnd: () => {
        isComposing.current = false;
        recheck();
      },
    },
  };
}
