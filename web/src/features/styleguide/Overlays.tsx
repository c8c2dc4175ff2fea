import { useState } from 'react';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Dialog } from '../../ui/Dialog';
import { LockedFeature } from '../../ui/LockedScreen';
import { Tooltip } from '../../ui/Tooltip';
import { Family, Specimen } from './Specimen';

function Dialogs() {
  const [place, setPlace] = useState<'centre' | 'right' | null>(null);
  return (
    <div className="flex gap-3">
      <Button onClick={() => setPlace('centre')}>Open in the middle</Button>
      <Button onClick={() => setPlace('right')}>Open at the side</Button>
      <Dialog
        open={place !== null}
        onClose={() => setPlace(null)}
        label="An example"
        place={place ?? 'centre'}
      >
        <div className="grid gap-4 p-5">
          <p>Escape closes it, and the focus goes back.</p>
          <Button onClick={() => setPlace(null)}>Close</Button>
        </div>
      </Dialog>
    </div>
  );
}

/** What lies over something else. */
export const Overlays = () => (
  <Family title="Overlays">
    <Specimen name="Dialog">
      <Dialogs />
    </Specimen>
    <Specimen name="Tooltip, on hover and focus">
      <Tooltip text="Unlock with funded account">
        {(describedBy) => <Button aria-describedby={describedBy}>Locked</Button>}
      </Tooltip>
    </Specimen>
    <Specimen name="Locked">
      <LockedFeature
        title="Unlock with funded account"
        description="The real layout stands behind it, blurred."
        features={['What it holds']}
        actions={<Button look="primary">Set up my account</Button>}
        preview={<Card className="h-96 p-4 text-2xl font-semibold">EUR/USD</Card>}
      />
    </Specimen>
  </Family>
);
