import { useState } from 'react';
import { useUpdate } from '../../data/pwa/registration';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';

/** Offers the new version that waits; the old one runs on until the member says so. */
export function UpdateNotice() {
  const { available, apply } = useUpdate();
  const [later, setLater] = useState(false);
  if (!available || later) return null;
  return (
    <Notice
      actions={
        <>
          <Button look="quiet" size="small" onClick={() => setLater(true)}>
            Later
          </Button>
          <Button size="small" onClick={apply}>
            Update now
          </Button>
        </>
      }
    >
      A new version is ready.
    </Notice>
  );
}
