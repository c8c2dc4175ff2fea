import type { PushDevice } from '@quantalgo/contracts';
import { useCallback, useEffect, useState } from 'react';
import { pushObstacle, type PushObstacle } from '../../../data/push/devicePush';
import { readKept, type Kept } from '../../../data/push/kept';
import { followShown } from '../../../data/push/told';

/** This device's notifications: what keeps it from them, and what is known of them. */
export interface PushView {
  readonly obstacle: PushObstacle | null;
  /** Null while they are off. */
  readonly device: PushDevice | null;
  readonly unopened: number;
  readonly tookMs: number | null;
}

const viewOf = ({ device, unopened, tookMs }: Kept): PushView => ({
  obstacle: pushObstacle(),
  device,
  unopened,
  tookMs,
});

/** This device's notifications as they are now, and `reload` after a change; undefined while they are read. */
export function usePushView(): { view: PushView | undefined; reload: () => Promise<void> } {
  const [view, setView] = useState<PushView>();
  const reload = useCallback(async () => setView(viewOf(await readKept())), []);
  useEffect(() => {
    let over = false;
    const read = () =>
      void readKept().then((kept) => {
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
