import type { Tier } from '@quantalgo/contracts';
import { Chip, type ChipTone } from '../../../ui/Chip';

const TONES: Record<Tier, ChipTone> = { guest: 'faint', starter: 'warning', essential: 'good' };

export const TIER_NAMES: Record<Tier, string> = {
  guest: 'Guest',
  starter: 'Starter',
  essential: 'Essential',
};

/** A tier by its name and colour. */
export const TierChip = ({ tier }: { tier: Tier }) => (
  <Chip tone={TONES[tier]}>{TIER_NAMES[tier]}</Chip>
);
