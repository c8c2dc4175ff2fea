import { useState } from 'react';
import { useUpdate } from '../../data/pwa/appState';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';

/** How many of its news fit into a notice. */
const SHOWN = 3;

/** Offers the new version that is ready, with what is new in it; the old one runs on until the member says so. */
export function UpdateNotice() {
  const update = useUpdate();
  const [later, setLater] = useState<unknown>(null);
  if (!update || later === update) return null;
  const news = update.build?.news.slice(0, SHOWN) ?? [];
  return (
    <Notice
      actions={
        <>
          <Button look="quiet" size="small" onClick={() => setLater(update)}>
            Later
          </Button>
          <Button size="small" onClick={update.apply}>
            Update now
          </Button>
        </>
      }
    >
      <p>A new version is ready.</p>
      {news.length > 0 && (
        <ul className="list-disc pl-4 text-muted">
          {news.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
