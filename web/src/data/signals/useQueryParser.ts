import { useEffect, useState } from 'react';
import { retryUntilDone } from '../../core/retry';
import { parseWords, type QueryParser } from './queryWords';

/** Until the names of pairs and directions are loaded, parses words only. */
export function useQueryParser(isSearching: boolean): QueryParser {
  const [parser, setParser] = useState(() => parseWords);
  useEffect(() => {
    if (!isSearching) return undefined;
    const controller = new AbortController();
    const load = async () => {
      const { parseNames } = await import('./queryNames');
      setParser(() => parseNames);
    };
    void retryUntilDone(load, controller.signal);
    return () => controller.abort();
  }, [isSearching]);
  return parser;
}
