import { useRef, useState } from 'react';
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
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const latestFile = useRef<File>(null);
  const picture = usePicture(uid, id, null);
  const discard = () => {
    if (id !== null && id !== saved) void discardPicture(uid, id);
  };
  const choose = async (file: File) => {
    latestFile.current = file;
    setBusy(true);
    setError(undefined);
    const isReplaced = () => latestFile.current !== file;
    try {
      const newId = await addPicture(uid, file, slot);
      if (isReplaced()) return void discardPicture(uid, newId);
      discard();
      onId(newId);
    } catch (failure) {
      if (isReplaced()) return;
      setError(failure instanceof FileRefusedError ? failure.message : STORAGE_FAILED);
    }
    setBusy(false);
  };
  const remove = () => {
    discard();
    onId(null);
  };
  return {
    id,
    picture,
    error,
    isBusy,
    choose: (file: File) => void choose(file),
    remove,
  };
}
