import { useEffect, useState } from 'react';

type StoredFile =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'loaded'; readonly url: string; readonly blob: Blob };

interface Download {
  readonly path: string;
  readonly file: StoredFile;
}

async function downloadFile(path: string): Promise<StoredFile> {
  const { download } = await import('../auth/fileStorage');
  const blob = await download(path);
  return { state: 'loaded', url: URL.createObjectURL(blob), blob };
}

/**
 * A submission's file, for its owner and for staff. Its URL is released on unmount.
 * @param isReadable false while the session may not read it yet
 */
export function useStoredFile(
  path: string,
  isReadable = true,
): { readonly file: StoredFile; readonly tryAgain: () => void } {
  const [round, setRound] = useState(0);
  const [current, setCurrent] = useState<Download | null>(null);
  useEffect(() => {
    if (!isReadable) return;
    let url: string | null = null;
    let isCurrent = true;
    void downloadFile(path)
      .catch((): StoredFile => ({ state: 'failed' }))
      .then((file) => {
        if (file.state === 'loaded') url = file.url;
        if (isCurrent) setCurrent({ path, file });
        else if (url !== null) URL.revokeObjectURL(url);
      });
    return () => {
      isCurrent = false;
      setCurrent(null);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [path, round, isReadable]);
  const file: StoredFile = current?.path === path ? current.file : { state: 'loading' };
  return { file, tryAgain: () => setRound((count) => count + 1) };
}
