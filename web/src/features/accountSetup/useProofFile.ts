import { NOT_A_SETUP_PROOF } from '@quantalgo/contracts';
import { useEffect, useRef, useState } from 'react';
import { draftFile, forgetDraftFile, storeDraftFile } from '../../data/outbox/draftFiles';
import { wrongWithProof } from './proofFile';

/** Where the browser keeps no draft, the form does without. */
const ignore = () => undefined;

/** The proof that is chosen, which a reload leaves in place, and what is wrong with one that was refused. */
export function useProofFile(uid: string) {
  const [file, setFile] = useState<File | null>(null);
  const [wrong, setWrong] = useState<string>();
  const newest = useRef<File | null>(null);
  useEffect(() => {
    const restore = (kept: File | null) => {
      if (newest.current === null) setFile(kept);
    };
    draftFile(uid, 'setupDrafts').then(restore, ignore);
  }, [uid]);

  const choose = async (chosen: File) => {
    newest.current = chosen;
    const found = await wrongWithProof(chosen).catch(() => NOT_A_SETUP_PROOF);
    if (newest.current !== chosen) return;
    setWrong(found);
    setFile(found === undefined ? chosen : null);
    const kept =
      found === undefined
        ? storeDraftFile(uid, chosen, 'setupDrafts')
        : forgetDraftFile(uid, 'setupDrafts');
    kept.catch(ignore);
  };
  return { file, wrong, choose, refuse: setWrong };
}
