import { watDate } from '@quantalgo/contracts';
import { useEviction } from '../../data/signals/useSignals';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';

/** Says which signals had to leave this device, so that nobody looks for them in vain. */
export function EvictionNotice() {
  const eviction = useEviction();
  if (!eviction) return null;
  return (
    <Notice
      actions={
        <Button look="quiet" size="small" onClick={eviction.dismiss}>
          OK
        </Button>
      }
    >
      To save room, this device keeps your signals from {watDate(eviction.since)} on. “Load older”
      in the history brings the others back.
    </Notice>
  );
}
