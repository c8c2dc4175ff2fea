import { Chip } from './Chip';

/** Marks content that is an example and no record of anything. */
export const SampleTag = () => <Chip tone="faint">Sample</Chip>;
