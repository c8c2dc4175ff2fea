import { reaches, type Access, type Tier } from './tiers';

/**
 * The tier that each feature of the dashboard needs: the specification's table of roles and permissions, then what it
 * names without a row there.
 */
export const FEATURES = {
  'control-center': 'guest',
  'upgrade-access': 'guest',
  'account-hub': 'guest',
  'support-desk': 'guest',
  'signal-stream': 'starter',
  'traders-network': 'starter',
  'performance-matrix': 'starter',
  'platinum-stream': 'essential',
  'essential-room': 'essential',
  'copy-trading': 'starter',
  'bot-access': 'starter',
  'mentorship-vault': 'starter',
  'live-counter': 'guest',
  'account-setup': 'guest',
} as const satisfies Record<string, Tier>;
export type Feature = keyof typeof FEATURES;

/** Whether the member may use the feature; what they may not use shows its locked teaser. */
export const mayUse = (feature: Feature, access: Access): boolean =>
  reaches(access, FEATURES[feature]);
