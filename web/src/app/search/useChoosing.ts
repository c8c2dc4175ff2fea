import { PATHS } from '@quantalgo/contracts/core/paths';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { describeFailure } from '../../data/core/errors';
import { ignoreExpected } from '../../data/core/faults';
import type { SearchEntry } from '../../data/search/entry';
import { addSearch } from '../../data/search/recent';

/** Entries that change somebody's access require a second press. */
export function useChoosing(uid: string, onClose: () => void, setQuery: (query: string) => void) {
  const navigate = useNavigate();
  const [confirmingId, setConfirmingId] = useState<string | null>(null);
  const [status, setStatus] = useState<string | null>(null);
  const isRunning = useRef(false);
  const run = async (entry: SearchEntry) => {
    isRunning.current = true;
    setStatus('Working…');
    try {
      setStatus((await entry.run?.()) ?? null);
    } catch (error) {
      setStatus(describeFailure(error, { fallback: 'Something went wrong. Please try again.' }));
    } finally {
      isRunning.current = false;
    }
  };
  const choose = (entry: SearchEntry, query: string) => {
    if (isRunning.current) return;
    if (entry.query !== undefined) return setQuery(entry.query);
    if (entry.confirmPrompt !== undefined && confirmingId !== entry.id) {
      setStatus(entry.confirmPrompt);
      return setConfirmingId(entry.id);
    }
    setConfirmingId(null);
    const text = query.trim();
    if (text !== '') addSearch(uid, text).catch(ignoreExpected);
    if (entry.run) {
      void run(entry);
      return;
    }
    onClose();
    if (entry.isLocked === true) void navigate(PATHS.dashboard, { state: { locked: entry.title } });
    else void navigate(entry.to ?? PATHS.dashboard);
  };
  const reset = () => {
    setConfirmingId(null);
    setStatus(null);
  };
  return { confirmingId, status, choose, reset };
}
