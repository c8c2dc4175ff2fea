import { mayUse } from '@quantalgo/contracts/access/access';
import { picturesEndpoints } from '@quantalgo/contracts/submissions/pictureEndpoints';
import { PICTURE_TYPE } from '@quantalgo/contracts/submissions/submission';
import { useEffect, useMemo, useState } from 'react';
import type { OutboxDatabase } from '../outbox/database';
import { outboxFileSchema, readRows } from '../outbox/item';
import { useRead } from '../outbox/outbox';
import { call } from '../auth/call';
import { currentUser } from '../auth/currentSession';
import type { MemberDatabase } from '../storage/database';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { readPicture, storePicture } from './rows';

/** Why a picture isn't shown, as a sentence. */
const NOT_HERE = 'The picture needs a connection';
const NOT_THERE = 'The picture is still on the device that took it, or was deleted';

const bytesOf = (base64: string): ArrayBuffer =>
  Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)).buffer;

/** Which picture: the member's own, or that of another's post, whose id is `post`. */
interface Wanted {
  readonly id: string;
  readonly post: string | null;
}

const tableOf = (database: MemberDatabase, { post }: Wanted) =>
  post === null ? database.pictures : database.postPictures;

const asked = ({ id, post }: Wanted) =>
  post === null
    ? call(picturesEndpoints.picture, { params: { id } })
    : call(picturesEndpoints.postPicture, { params: { id: post } });

/** Fetches a picture and keeps it here. @returns why there is none; null where it is here now */
async function fetchPicture(uid: string, wanted: Wanted): Promise<string | null> {
  try {
    const { data } = await asked(wanted);
    if (data.jpeg === null) return data.reason ?? NOT_THERE;
    const bytes = bytesOf(data.jpeg);
    await withDatabase(uid, async (database) => {
      const user = currentUser();
      const isOpen = wanted.post === null || (user && mayUse('traders-network', user));
      if (user?.id === uid && isOpen)
        await storePicture(tableOf(database, wanted), wanted.id, bytes);
    });
    return null;
  } catch {
    return NOT_HERE;
  }
}

/** The member's item with this id and its file: what another member of this device left is nobody else's to see. */
async function ownFile({ items, files }: OutboxDatabase, uid: string, id: string | null) {
  const row: unknown = await items.get(id ?? '');
  const item = readRows([row]).items.find((one) => one.uid === uid);
  const file = item && (await files.get(item.id));
  return { item, bytes: outboxFileSchema.safeParse(file).data?.bytes ?? null };
}

/** A picture as a screen shows it. */
export interface ShownPicture {
  /** Address of its bytes in this page; null where they aren't here. */
  readonly url: string | null;
  /** Why it isn't shown or wasn't taken, as a sentence; null where there is nothing to say. */
  readonly says: string | null;
}

/**
 * A picture, from this device or else from the server; nothing for no id.
 * @param post the id of another member's post that it belongs to; null for one of the member's own
 */
export function usePicture(uid: string, id: string | null, post: string | null): ShownPicture {
  const stored = useStored(
    async (database) => ({
      bytes: id === null ? null : await readPicture(tableOf(database, { id, post }), id),
    }),
    [id, post],
  );
  const unsent = useRead((database) => ownFile(database, uid, id), `${uid} ${id ?? ''}`);
  const bytes = stored?.bytes ?? unsent?.bytes ?? null;
  const [missing, setMissing] = useState<string | null>(null);
  const isLacking = id !== null && stored !== undefined && unsent !== undefined && bytes === null;
  useEffect(() => {
    if (!isLacking) return;
    const stopped = new AbortController();
    const look = () =>
      void fetchPicture(uid, { id, post }).then((says) => {
        if (!stopped.signal.aborted) setMissing(says);
      });
    look();
    addEventListener('online', look, { signal: stopped.signal });
    return () => stopped.abort();
  }, [uid, id, post, isLacking]);
  const url = useMemo(
    () => (bytes ? URL.createObjectURL(new Blob([bytes], { type: PICTURE_TYPE })) : null),
    [bytes],
  );
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);
  const refusal = unsent?.item?.state === 'refused' ? unsent.item.reason : null;
  return { url, says: refusal ?? (bytes ? null : missing) };
}
