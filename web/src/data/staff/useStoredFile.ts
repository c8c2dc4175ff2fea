import { useEffect, useState } from 'react';

/** A file of the store, as far as it is here. */
export type StoredFile =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'here'; readonly url: string; readonly type: string };

interface Fetched {
  readonly path: string;
  readonly file: StoredFile;
}

async function fetchFile(path: string): Promise<StoredFile> {
  const { download } = await import('../files/storage');
  const blob = await download(path);
  return { state: 'here', url: URL.createObjectURL(blob), type: blob.type };
}

/** The file at this path of the store, which staff may read; kept nowhere once it is no longer shown. */
export function useStoredFile(path: string): {
  readonly file: StoredFile;
  readonly tryAgain: () => void;
} {
  const [round, setRound] = useState(0);
  const [fetched, setFetched] = useState<Fetched | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let current = true;
    void fetchFile(path)
      .catch((): StoredFile => ({ state: 'failed' }))
      .then((file) => {
        if (file.state === 'here') url = file.url;
        if (current) setFetched({ path, file });
        else if (url !== null) URL.revokeObjectURL(url);
      });
    return () => {
      current = false;
      setFetched(null);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [path, round]);
  const file: StoredFile = fetched?.path === path ? fetched.file : { state: 'loading' };
  return { file, tryAgain: () => setRound((before) => before + 1) };
}
