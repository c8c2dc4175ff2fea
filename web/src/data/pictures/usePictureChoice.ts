import { useState } from 'react';
import { FileRefusedError } from '../core/chosenFile';
import { addPicture, dropPicture } from './addPicture';
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
    /** The saved picture, which is never deleted here. */
    readonly saved: string | null;
    readonly onId: (id: string | null) => void;
  },
) {
  const [wrong, setWrong] = useState<string>();
  const [doing, setDoing] = useState(false);
  const shown = usePicture(uid, id, null);
  const discard = () => {
    if (id !== null && id !== saved) void dropPicture(uid, id);
  };
  const choose = async (file: File) => {
    setDoing(true);
    setWrong(undefined);
    try {
      const newId = await addPicture(uid, file, slot);
      discard();
      onId(newId);
    } catch (error) {
      setWrong(error instanceof FileRefusedError ? error.message : STORAGE_FAILED);
    }
    setDoing(false);
  };
  const remove = () => {
    discard();
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
