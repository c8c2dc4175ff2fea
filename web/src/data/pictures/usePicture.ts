import { canUseFeature } from '@quantalgo/contracts/access/access';
import { picturesEndpoints } from '@quantalgo/contracts/submissions/pictureEndpoints';
import { PICTURE_TYPE } from '@quantalgo/contracts/submissions/submission';
import { useEffect, useMemo, useState } from 'react';
import { outboxFileSchema, readRows } from '../outbox/item';
import { useOutboxQuery } from '../outbox/outbox';
import { call } from '../auth/call';
import { getCurrentUser } from '../auth/currentSession';
import type { MemberDatabase, OutboxDatabase } from '../database/tables';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { readPicture, storePicture } from './rows';

const NEEDS_CONNECTION = 'The picture couldn’t be loaded. Check your connection.';
const NOT_ON_SERVER = 'The picture is still on the device it was added on, or it was deleted';

/** A picture may follow its post or entry, and is inspected first. */
const ARRIVAL_DELAYS_MS = [5000, 15_000, 60_000, 300_000];

const decodeBase64 = (base64: string): ArrayBuffer =>
  Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)).buffer;

/** `post`: id of another member's post with this picture; null for the member's own pictures. */
interface PictureRef {
  readonly id: string;
  readonly post: string | null;
}

const selectTable = (database: MemberDatabase, { post }: PictureRef) =>
  post === null ? database.pictures : database.postPictures;

const requestPicture = ({ id, post }: PictureRef) =>
  post === null
    ? call(picturesEndpoints.picture, { params: { id } })
    : call(picturesEndpoints.postPicture, { params: { id: post } });

const isGone = async ({ posts }: MemberDatabase, { post }: PictureRef): Promise<boolean> =>
  post !== null && (await posts.get(post))?.['picture'] === null;

async function fetchPicture(uid: string, pictureId: PictureRef): Promise<string | null> {
  try {
    const { data } = await requestPicture(pictureId);
    if (data.jpeg === null) return data.reason ?? NOT_ON_SERVER;
    const bytes = decodeBase64(data.jpeg);
    await withDatabase(uid, async (database) => {
      const user = getCurrentUser();
      const hasAccess = pictureId.post === null || (user && canUseFeature('traders-network', user));
      if (user?.id === uid && hasAccess && !(await isGone(database, pictureId)))
        await storePicture(selectTable(database, pictureId), pictureId.id, bytes);
    });
    return null;
  } catch {
    return NEEDS_CONNECTION;
  }
}

/** Another member's files on this device must stay private. */
async function readOwnFile({ items, files }: OutboxDatabase, uid: string, id: string | null) {
  const row: unknown = await items.get(id ?? '');
  const item = readRows([row]).items.find((candidate) => candidate.uid === uid);
  const file = item && (await files.get(item.id));
  return { item, bytes: outboxFileSchema.safeParse(file).data?.bytes ?? null };
}

export interface PictureView {
  readonly url: string | null;
  readonly message: string | null;
  /** Requests the picture again; null unless the last request failed. */
  readonly reload: (() => void) | null;
}

export function usePicture(uid: string, id: string | null, post: string | null): PictureView {
  const stored = useStored(
    async (database) => ({
      bytes: id === null ? null : await readPicture(selectTable(database, { id, post }), id),
    }),
    [id, post],
  );
  const unsent = useOutboxQuery((database) => readOwnFile(database, uid, id), `${uid} ${id ?? ''}`);
  const bytes = stored?.bytes ?? unsent?.bytes ?? null;
  const [loadFailure, setLoadFailure] = useState<string | null>(null);
  const [reloads, setReloads] = useState(0);
  const isMissing = id !== null && stored !== undefined && unsent !== undefined && bytes === null;
  useEffect(() => {
    if (!isMissing) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = (attempt = 0) =>
      void fetchPicture(uid, { id, post }).then((message) => {
        if (controller.signal.aborted) return;
        setLoadFailure(message);
        clearTimeout(timer);
        const delay = message === NOT_ON_SERVER ? ARRIVAL_DELAYS_MS[attempt] : undefined;
        if (delay !== undefined) timer = setTimeout(() => load(attempt + 1), delay);
      });
    load();
    addEventListener('online', () => load(), { signal: controller.signal });
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [uid, id, post, isMissing, reloads]);
  const url = useMemo(
    () => (bytes ? URL.createObjectURL(new Blob([bytes], { type: PICTURE_TYPE })) : null),
    [bytes],
  );
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);
  const refusal = unsent?.item?.state === 'refused' ? unsent.item.reason : null;
  const reload = () => {
    setLoadFailure(null);
    setReloads((count) => count + 1);
  };
  const message = refusal ?? (bytes ? null : loadFailure);
  return { url, message, reload: message === NEEDS_CONNECTION ? reload : null };
}
