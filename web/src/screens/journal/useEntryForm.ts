import type { User } from '@quantalgo/contracts/account/member';
import type { JournalFields, PartialFields } from '@quantalgo/contracts/journal/entry';
import { useEffect, useState } from 'react';
import { toResult } from '../../data/core/toResult';
import { useForm } from '../../data/core/useForm';
import { useMutation } from '../../data/core/useMutation';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import type { JournalView } from '../../data/journal/entries';
import { storeHabit } from '../../data/journal/habit';
import { writeEntry } from '../../data/journal/write';
import { describeStorageError } from '../../data/outbox/storageErrors';
import { discardPicture } from '../../data/pictures/addPicture';
import { usePictureChoice } from '../../data/pictures/usePictureChoice';
import type { RunAction } from './EntryConflicts';
import {
  type EntryFormValues,
  formSchema,
  parseFormValues,
  release,
  restoreHiddenFields,
  touch,
  toFormValues,
  UNTOUCHED_FORM,
  selectChangedFields,
} from './form';

function useStoredForm(draftKey: string) {
  const [form, setForm] = useState(
    () => formSchema.safeParse(readDraft(draftKey)).data ?? UNTOUCHED_FORM,
  );
  useEffect(() => writeDraft(draftKey, form === UNTOUCHED_FORM ? null : form), [draftKey, form]);
  return [form, setForm] as const;
}

export function useEntryForm(view: JournalView, user: User, onClose: () => void) {
  const draftKey = `journal-${view.id}`;
  const [stored, setStored] = useStoredForm(draftKey);
  const values = { ...toFormValues(view), ...stored.touched };
  const change = (next: Parameters<typeof touch>[1]) =>
    setStored((previous) => touch(previous, next, view));
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
  const write = async (fields: PartialFields, changes = fields) => {
    await writeEntry(user.id, { ...view, ...stored.saw }, changes);
    await storeHabit(user.id, fields);
    close();
  };
  const schema = {
    safeParse(formValues: EntryFormValues) {
      const result = parseFormValues(restoreHiddenFields(formValues, view), view);
      return result.ok
        ? toResult(result.fields, {})
        : toResult<JournalFields>(null, { [result.at]: result.reason });
    },
  };
  const form = useForm(schema, {
    initial: values,
    onSubmit: (fields) => write(fields, selectChangedFields(fields, stored)),
    failure: describeStorageError,
  });
  const removal = useMutation(() => write({ status: 'removed' }), describeStorageError);
  const actionRequest = useMutation(
    (action: Parameters<RunAction>[0]) => action(user.id),
    describeStorageError,
  );
  const runAction: RunAction = (action) => void actionRequest.send(action);
  const releaseFields = (value: PartialFields) => setStored((previous) => release(previous, value));
  return {
    ...form,
    pending: form.pending || removal.pending,
    failure: form.failure ?? removal.failure ?? actionRequest.failure,
    picture,
    change,
    runAction,
    releaseFields,
    remove: () => void removal.send(),
    cancel,
  };
}
