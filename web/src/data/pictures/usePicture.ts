import { PICTURE_TYPE, picturesEndpoints } from '@quantalgo/contracts';
import { useEffect, useMemo, useState } from 'react';
import { outboxFileSchema } from '../outbox/item';
import { useOutbox, useRead } from '../outbox/outbox';
import { call } from '../session/call';
import { currentUser } from '../session/currentSession';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { readPicture, storePicture } from './rows';

/** Why a picture isn't shown, as a sentence. */
const NOT_HERE = 'The picture comes with a connection';
const NOT_THERE = 'The picture is still on the device that took it, or was deleted';

const bytesOf = (base64: string): ArrayBuffer =>
  Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)).buffer;

/** Fetches a picture of the member's own and keeps it here. @returns why there is none; null where it is here now */
async function fetchPicture(uid: string, id: string): Promise<string | null> {
  try {
    const { data } = await call(picturesEndpoints.picture, { params: { id } });
    if (data.jpeg === null) return data.reason ?? NOT_THERE;
    const bytes = bytesOf(data.jpeg);
    if (currentUser()?.id !== uid) return NOT_HERE;
    await withDatabase(uid, (database) => storePicture(database, id, bytes));
    return null;
  } catch {
    return NOT_HERE;
  }
}

/** A picture as a screen shows it. */
export interface ShownPicture {
  /** Address of its bytes in this page; null where they aren't here. */
  readonly url: string | null;
  /** Why it isn't shown or wasn't taken, as a sentence; null where there is nothing to say. */
  readonly says: string | null;
}

/** A picture of the member's own, from this device or else from the server. */
export function usePicture(uid: string, id: string): ShownPicture {
  const stored = useStored(async (database) => ({ bytes: await readPicture(database, id) }), [id]);
  const item = useOutbox(uid)?.find((one) => one.id === id);
  const file = useRead(async ({ files }) => ({ row: await files.get(id) }), `${uid} ${id}`);
  const bytes = stored?.bytes ?? outboxFileSchema.safeParse(file?.row).data?.bytes ?? null;
  const [missing, setMissing] = useState<string | null>(null);
  const isLacking = stored !== undefined && file !== undefined && bytes === null;
  useEffect(() => {
    if (!isLacking) return;
    const stopped = new AbortController();
    const look = () =>
      void fetchPicture(uid, id).then((says) => {
        if (!stopped.signal.aborted) setMissing(says);
      });
    look();
    addEventListener('online', look, { signal: stopped.signal });
    return () => stopped.abort();
  }, [uid, id, isLacking]);
  const url = useMemo(
    () => (bytes ? URL.createObjectURL(new Blob([bytes], { type: PICTURE_TYPE })) : null),
    [bytes],
  );
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);
  const refusal = item?.state === 'refused' ? item.reason : null;
  return { url, says: refusal ?? (bytes ? null : missing) };
}
