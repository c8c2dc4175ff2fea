import { useEffect, useLayoutEffect } from 'react';
import { useMember } from '../../../data/session/currentSession';
import { storeScreen, showApp, WIDE } from '../../../data/core/firstPaint';
import { whenIdle } from '../../../data/core/whenIdle';
import { lastingMarkup } from './lastingMarkup';
import type { SettledSignal } from './settled';

/**
 * Takes the place of the room as it was last seen, once the stored signals are read, and keeps it anew as often as its
 * history changes.
 * @param settled undefined while they are read
 * @param dayEnd when today ends in WAT (epoch ms)
 */
export function useKeptRoom(settled: readonly SettledSignal[] | undefined, dayEnd: number): void {
  const uid = useMember()?.id;
  const isRead = settled !== undefined;
  useLayoutEffect(() => {
    if (isRead) showApp();
  }, [isRead]);
  useEffect(() => {
    if (uid === undefined || settled === undefined || settled.length === 0) return undefined;
    return whenIdle(() => {
      const app = document.getElementById('root');
      const seen = { uid, dayEnd, wide: matchMedia(WIDE).matches };
      if (app) storeScreen(seen, lastingMarkup(app));
    });
  }, [uid, settled, dayEnd]);
}
