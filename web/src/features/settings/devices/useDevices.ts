import type { Device } from '@quantalgo/contracts';
import { useEffect, useState } from 'react';
import { fetchDevices } from '../../../data/account/security';
import { useOnline } from '../../../data/core/useOnline';

/** The member's open sessions: asked for when the screen opens, when a connection is back, and when `reload` is called. */
export function useDevices() {
  const online = useOnline();
  const [list, setList] = useState<Device[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (!online) return;
    let over = false;
    fetchDevices().then(
      (found) => {
        if (over) return;
        setList(found);
        setFailed(false);
      },
      () => {
        if (!over) setFailed(true);
      },
    );
    return () => {
      over = true;
    };
  }, [online, asked]);
  return { list, failed, reload: () => setAsked((count) => count + 1) };
}
