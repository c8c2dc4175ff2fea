import { slotStart } from '@quantalgo/contracts';
import { useNow } from '../../data/core/clock';
import { CadenceBar } from '../../ui/instruments/CadenceBar';

/** The running slot at the very top of every dashboard screen. */
export function Cadence() {
  const now = useNow();
  return <CadenceBar elapsed={now - slotStart(now)} />;
}
