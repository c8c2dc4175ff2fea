import { lazyComponent } from '../../ui/lazyComponent';
import { CardSkeleton } from './SignalCard';

/** Members never need its code. */
export const LazyLockedRoom = lazyComponent(
  async () => (await import('./LockedRoom')).LockedRoom,
  <CardSkeleton />,
);
