import { useState } from 'react';
import { FileRefusedError } from '../core/chosenFile';
import { addPicture, discardPicture } from './addPicture';
import { usePicture } from './usePicture';

const STORAGE_FAILED = 'This device can’t store the picture right now. Please try again.';

/** Picks one picture. It is stored and uploaded at once; the form saves only its id. */
export function usePictureChoice(
  uid: string,
  {
    slot,
    id,
    saved,
    onId,
  }: {
    readonly slot: string | null;
    readonly id: string | null;
    readonly saved: string | null;
    readonly onId: (id: string | null) => void;
  },
) {
  const [wrong, setWrong] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const picture = usePicture(uid, id, null);
  const discard = () => {
    if (id !== null && id !== saved) void discardPicture(uid, id);
  };
  const choose = async (file: File) => {
    setBusy(true);
    setWrong(undefined);
    try {
      const newId = await addPicture(uid, file, slot);
      discard();
      onId(newId);
    } catch (error) {
      setWrong(error instanceof FileRefusedError ? error.message : STORAGE_FAILED);
    }
    setBusy(false);
  };
  const remove = () => {
    discard();
    onId(null);
  };
  return {
    id,
    shown: picture,
    wrong,
    doing: isBusy,
    choose: (file: File) => void choose(file),
    remove,
  };
}
