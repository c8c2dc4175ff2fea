import { afterProof } from '../../data/core/firstPaint';
import { isInstalled } from '../../data/pwa/install';
import { lazyComponent } from '../../ui/lazyComponent';
import { ReadNotifications } from './ReadNotifications';
import { ScrollMemory } from './ScrollMemory';

const Badge = lazyComponent(async () => (await import('./Badge')).Badge, null, afterProof);

/** What the dashboard does besides showing screens. */
export const ShellEffects = ({ uid }: { uid: string }) => (
  <>
    <ScrollMemory />
    <ReadNotifications />
    {isInstalled() && <Badge uid={uid} />}
  </>
);
