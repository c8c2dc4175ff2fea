import { useState } from 'react';
import { FileRefusedError } from '../core/chosenFile';
import { addPicture, dropPicture } from './addPicture';
import { usePicture } from './usePicture';

const NOT_KEPT = 'This device can’t store the picture right now. Please try again.';

/**
 * The choice of one picture in a form, which is kept and sent from the moment it is chosen: what names it is saved by the
 * form.
 */
export function usePictureChoice(
  uid: string,
  {
    slot,
    id,
    saved,
    onId,
  }: {
    /** Slot of the journal's entry that it belongs to, null for a post. */
    readonly slot: string | null;
    readonly id: string | null;
    /** The picture as it is saved, which is never dropped here. */
    readonly saved: string | null;
    readonly onId: (id: string | null) => void;
  },
) {
  const [wrong, setWrong] = useState<string>();
  const [doing, setDoing] = useState(false);
  const shown = usePicture(uid, id, null);
  const drop = () => {
    if (id !== null && id !== saved) void dropPicture(uid, id);
  };
  const choose = async (file: File) => {
    setDoing(true);
    setWrong(undefined);
    try {
      const kept = await addPicture(uid, file, slot);
      drop();
      onId(kept);
    } catch (error) {
      setWrong(error instanceof FileRefusedError ? error.message : NOT_KEPT);
    }
    setDoing(false);
  };
  const remove = () => {
    drop();
    onId(null);
  };
  return {
    id,
    shown,
    wrong,
    doing,
    choose: (file: File) => void choose(file),
    remove,
  };
}
