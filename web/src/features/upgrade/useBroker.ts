import { BRAND } from '@quantalgo/contracts';
import { useEffect, useState } from 'react';
import { PROCESSING_MS, type TierPlan } from '../../content/upgrade';

/** Opens the broker's sign-up in a tab that knows nothing of this one. */
function openBroker(): void {
  const tab = window.open(BRAND.broker.signUp, '_blank');
  if (tab) tab.opener = null;
}

interface Broker {
  /** The tier that was chosen and is being processed. */
  readonly chosen: TierPlan['id'] | null;
  /** The broker was opened, or the browser kept it from it. */
  readonly opened: boolean;
  readonly open: (tier: TierPlan['id']) => void;
}

/** Leads to the broker's sign-up, a second and a half after a tier is chosen. Leaving the screen calls it off. */
export function useBroker(): Broker {
  const [chosen, setChosen] = useState<TierPlan['id'] | null>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (chosen === null) return;
    const timer = setTimeout(() => {
      openBroker();
      setChosen(null);
      setOpened(true);
    }, PROCESSING_MS);
    return () => clearTimeout(timer);
  }, [chosen]);
  return { chosen, opened, open: setChosen };
}
