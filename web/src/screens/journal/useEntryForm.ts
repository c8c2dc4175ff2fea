import type { User } from '@quantalgo/contracts/account/member';
import type { SomeFields } from '@quantalgo/contracts/journal/entry';
import { type SubmitEvent, useEffect, useState } from 'react';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import type { JournalView } from '../../data/journal/entries';
import { rememberHabit } from '../../data/journal/habit';
import { writeEntry } from '../../data/journal/write';
import { storageErrorText } from '../../data/outbox/storageErrors';
import { dropPicture } from '../../data/pictures/addPicture';
import { usePictureChoice } from '../../data/pictures/usePictureChoice';
import type { Deal } from './EntryConflicts';
import {
  type Form,
  formSchema,
  readTyped,
  release,
  touch,
  typedOf,
  UNTOUCHED,
  wantedOf,
} from './form';

/** What is wrong with a form, and the field that it stands at; of the whole form where that is empty. */
interface Wrong {
  readonly at: string;
  readonly why: string;
}

/** What was done in the form of an entry, stored until it is saved or given up. */
function useFilled(draft: string) {
  const [filled, setFilled] = useState(
    () => formSchema.safeParse(readDraft(draft)).data ?? UNTOUCHED,
  );
  useEffect(() => writeDraft(draft, filled === UNTOUCHED ? null : filled), [draft, filled]);
  return [filled, setFilled] as const;
}

/**
 * The form of one entry: what is typed, what is wrong with it, and what its buttons do. `onClose` is called once it is
 * saved or given up.
 */
export function useEntryForm(view: JournalView, user: User, onClose: () => void) {
  const draft = `journal-${view.id}`;
  const [filled, setFilled] = useFilled(draft);
  const typed = { ...typedOf(view), ...filled.touched };
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const [doing, setDoing] = useState(false);
  const change = (next: Form['touched']) => setFilled((before) => touch(before, next, view));
  const picture = usePictureChoice(user.id, {
    slot: view.id,
    id: typed.picture,
    saved: view.picture,
    onId: (id) => change({ picture: id }),
  });
  const close = () => {
    writeDraft(draft, null);
    onClose();
  };
  const cancel = () => {
    if (typed.picture !== null && typed.picture !== view.picture)
      void dropPicture(user.id, typed.picture);
    close();
  };
  const fail = (error: unknown) => setWrong({ at: '', why: storageErrorText(error) });
  const deal: Deal = (act) => {
    setWrong(null);
    act(user.id).catch(fail);
  };
  const write = async (fields: SomeFields, wanted = fields) => {
    setDoing(true);
    try {
      await writeEntry(user.id, { ...view, ...filled.saw }, wanted);
      await rememberHabit(user.id, fields);
      close();
    } catch (error) {
      fail(error);
      setDoing(false);
    }
  };
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readTyped(typed, view);
    if (read.ok) void write(read.fields, wantedOf(read.fields, filled));
    // Anew each time, so that its field takes the focus again.
    else setWrong({ at: read.at, why: read.why });
  };
  const remove = () => void write({ status: 'removed' });
  const take = (value: SomeFields) => setFilled((before) => release(before, value));
  return { typed, wrong, doing, picture, change, deal, take, save, remove, cancel };
}
