import type { PushDevice } from '@quantalgo/contracts';
import { useCallback, useEffect, useState } from 'react';
import { pushObstacle, type PushObstacle } from '../../../data/push/devicePush';
import { readPushState, type PushState } from '../../../data/push/pushState';
import { followShown } from '../../../data/push/messages';

/** This device's notifications: what keeps it from them, and what is known of them. */
export interface PushView {
  readonly obstacle: PushObstacle | null;
  /** Null while they are off. */
  readonly device: PushDevice | null;
  readonly unopened: number;
  readonly tookMs: number | null;
}

const viewOf = ({ device, unopened, tookMs }: PushState): PushView => ({
  obstacle: pushObstacle(),
  device,
  unopened,
  tookMs,
});

/** This device's notifications as they are now, and `reload` after a change; undefined while they are read. */
export function usePushView(): { view: PushView | undefined; reload: () => Promise<void> } {
  const [view, setView] = useState<PushView>();
  const reload = useCallback(async () => setView(viewOf(await readPushState())), []);
  useEffect(() => {
    let over = false;
    const read = () =>
      void readPushState().then((kept) => {
        if (!over) setView(viewOf(kept));
      });
    read();
    const stop = followShown(read);
    return () => {
      over = true;
      stop();
    };
  }, []);
  return { view, reload };
}
