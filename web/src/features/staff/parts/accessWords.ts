import type { AuditEvent } from '@quantalgo/contracts';
import { TIER_NAMES } from './TierChip';

/** What somebody may do, in words: `Starter, unlocked`. */
export const stateWords = ({ tier, dashboardUnlocked, staff }: AuditEvent['after']): string =>
  `${TIER_NAMES[tier]}, ${dashboardUnlocked ? 'unlocked' : 'locked'}${staff ? ', staff' : ''}`;
