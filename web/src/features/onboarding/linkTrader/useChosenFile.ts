import { useEffect, useRef, useState } from 'react';
import { draftFile, forgetDraftFile, keepDraftFile } from '../../../data/outbox/draft';
import { wrongWithPicture } from './image';

/** Where the browser keeps no draft, the form does without. */
const ignore = () => undefined;

/**
 * The screenshot that is chosen, which a reload leaves in place.
 * @param onJudged is told what is wrong with each that is chosen, undefined when nothing is
 */
export function useChosenFile(uid: string, onJudged: (wrong: string | undefined) => void) {
  const [file, setFile] = useState<File | null>(null);
  const newest = useRef<File | null>(null);
  useEffect(() => {
    const restore = (kept: File | null) => {
      if (newest.current === null) setFile(kept);
    };
    draftFile(uid).then(restore, ignore);
  }, [uid]);

  const choose = async (chosen: File) => {
    newest.current = chosen;
    const wrong = await wrongWithPicture(chosen);
    if (newest.current !== chosen) return;
    onJudged(wrong);
    setFile(wrong === undefined ? chosen : null);
    const kept = wrong === undefined ? keepDraftFile(uid, chosen) : forgetDraftFile(uid);
    kept.catch(ignore);
  };
  return { file, choose };
}
