import type { Audience } from '../signals/plan';
import { openTier, type Access, type Tier } from './tiers';

const AUDIENCES_OF_TIER: Record<Tier, readonly Audience[]> = {
  guest: [],
  starter: ['basic'],
  essential: ['basic', 'order-flow'],
};

/** The audiences whose signals the member receives; none while locked. */
export const audiencesOf = (access: Access): readonly Audience[] =>
  AUDIENCES_OF_TIER[openTier(access)];
