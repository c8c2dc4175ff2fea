import { BRAND } from '../brand';
import { Chip } from './Chip';

/** Marks channels and links of the demonstration, which are nobody's; nothing where they are a project's own. */
export const DemonstrationTag = () =>
  BRAND.isDemonstration && <Chip tone="warning">Demonstration</Chip>;
