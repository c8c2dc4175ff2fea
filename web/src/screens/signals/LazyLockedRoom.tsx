import { lazyComponent } from '../../ui/lazyComponent';
import { CardSkeleton } from './CardSkeleton';

/** Lazy, because members with access never need its code. */
export const LazyLockedRoom = lazyComponent(
  async () => (await import('./LockedRoom')).LockedRoom,
  <CardSkeleton />,
);
