import { LockedMatrix } from './locked/LockedMatrix';
import { OpenMatrix } from './OpenMatrix';

/** The Performance Matrix: what this device's signals add up to, or its teaser with the public record. */
export const PerformanceMatrix = ({ open }: { open: boolean }) =>
  open ? <OpenMatrix /> : <LockedMatrix />;
