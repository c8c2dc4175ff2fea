import type { User } from '@quantalgo/contracts/account/member';
import type { PartialFields } from '@quantalgo/contracts/journal/entry';
import { type SubmitEvent, useEffect, useState } from 'react';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import type { JournalView } from '../../data/journal/entries';
import { storeHabit } from '../../data/journal/habit';
import { writeEntry } from '../../data/journal/write';
import { describeStorageError } from '../../data/outbox/storageErrors';
import { discardPicture } from '../../data/pictures/addPicture';
import { usePictureChoice } from '../../data/pictures/usePictureChoice';
import type { RunAction } from './EntryConflicts';
import {
  type EntryFormState,
  formSchema,
  parseFormValues,
  release,
  touch,
  toFormValues,
  UNTOUCHED_FORM,
  selectChangedFields,
} from './form';

/** `at` names the field; empty for the whole form. */
interface FieldError {
  readonly at: string;
  readonly why: string;
}

function useStoredForm(draftKey: string) {
  const [form, setForm] = useState(
    () => formSchema.safeParse(readDraft(draftKey)).data ?? UNTOUCHED_FORM,
  );
  useEffect(() => writeDraft(draftKey, form === UNTOUCHED_FORM ? null : form), [draftKey, form]);
  return [form, setForm] as const;
}

export function useEntryForm(view: JournalView, user: User, onClose: () => void) {
  const draftKey = `journal-${view.id}`;
  const [form, setForm] = useStoredForm(draftKey);
  const values = { ...toFormValues(view), ...form.touched };
  const [fieldError, setFieldError] = useState<FieldError | null>(null);
  const [isSaving, setSaving] = useState(false);
  const change = (next: EntryFormState['touched']) =>
    setForm((previous) => touch(previous, next, view));
  const picture = usePictureChoice(user.id, {
    slot: view.id,
    id: values.picture,
    saved: view.picture,
    onId: (id) => change({ picture: id }),
  });
  const close = () => {
    writeDraft(draftKey, null);
    onClose();
  };
  const cancel = () => {
    if (values.picture !== null && values.picture !== view.picture)
      void discardPicture(user.id, values.picture);
    close();
  };
  const fail = (error: unknown) => setFieldError({ at: '', why: describeStorageError(error) });
  const runAction: RunAction = (action) => {
    setFieldError(null);
    action(user.id).catch(fail);
  };
  const write = async (fields: PartialFields, changes = fields) => {
    setSaving(true);
    try {
      await writeEntry(user.id, { ...view, ...form.saw }, changes);
      await storeHabit(user.id, fields);
      close();
    } catch (error) {
      fail(error);
      setSaving(false);
    }
  };
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const result = parseFormValues(values, view);
    if (result.ok) void write(result.fields, selectChangedFields(result.fields, form));
    // A new object each time, so that its field gets the focus again.
    else setFieldError({ at: result.at, why: result.why });
  };
  const remove = () => void write({ status: 'removed' });
  const releaseFields = (value: PartialFields) => setForm((previous) => release(previous, value));
  return {
    values,
    fieldError,
    isSaving,
    picture,
    change,
    runAction,
    releaseFields,
    save,
    remove,
    cancel,
  };
}
