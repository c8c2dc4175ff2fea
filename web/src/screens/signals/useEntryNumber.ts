import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { readDraft, writeDraft } from '../../data/core/webStorage';

/** A number of a screen, such as the rows shown, which returns with the screen’s entry of the browser’s history. */
export function useEntryNumber(
  name: string,
  initial: number,
): [number, Dispatch<SetStateAction<number>>] {
  const draft = `${name} ${useLocation().key}`;
  const [value, setValue] = useState(() => z.int().safeParse(readDraft(draft)).data ?? initial);
  useEffect(() => writeDraft(draft, value === initial ? null : value), [draft, value, initial]);
  return [value, setValue];
}
