import { BRAND } from '../core/brand';
import { Chip } from './Chip';

/** Marks a demonstration's placeholder channels and links; renders nothing under a brand with real ones. */
export const DemonstrationTag = () =>
  BRAND.isDemonstration && <Chip tone="warning">Demonstration</Chip>;
