import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  draftFile,
  forgetDraftFile,
  forgetShared,
  sharedFile,
  storeDraftFile,
} from '../../../data/outbox/draftFiles';
import { wrongWithPicture } from './image';

/** Where the browser keeps no draft, the form does without. */
const ignore = () => undefined;

/**
 * The screenshot that is chosen, here or in another app that shares it; a reload leaves it in place.
 * @param onJudged is told what is wrong with each that is chosen, undefined when nothing is
 */
export function useChosenFile(uid: string, onJudged: (wrong: string | undefined) => void) {
  const [file, setFile] = useState<File | null>(null);
  const newest = useRef<File | null>(null);

  const choose = async (chosen: File) => {
    newest.current = chosen;
    const wrong = await wrongWithPicture(chosen);
    if (newest.current !== chosen) return;
    onJudged(wrong);
    setFile(wrong === undefined ? chosen : null);
    const kept = wrong === undefined ? storeDraftFile(uid, chosen) : forgetDraftFile(uid);
    await kept.catch(ignore);
  };
  const restore = async () => {
    const shared = await sharedFile();
    if (shared) {
      await choose(shared);
      await forgetShared();
    } else {
      const kept = await draftFile(uid);
      if (newest.current === null) setFile(kept);
    }
  };
  const restored = useEffectEvent(() => void restore().catch(ignore));
  useEffect(() => restored(), [uid]);
  return { file, choose };
}
