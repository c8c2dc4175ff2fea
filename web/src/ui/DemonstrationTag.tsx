import { BRAND } from '../core/brand';
import { Chip } from './Chip';

/** Renders nothing under a brand with real channels and links. */
export const DemonstrationTag = () =>
  BRAND.isDemonstration && <Chip tone="warning">Demonstration</Chip>;
