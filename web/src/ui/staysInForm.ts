import type { FocusEvent } from 'react';

/**
 * Whether the focus that leaves a field goes to no button and no link. An error that appeared under the field while one
 * of them is being pressed would move it from under the finger.
 */
export const staysInForm = ({ relatedTarget }: FocusEvent): boolean =>
  !(relatedTarget instanceof HTMLButtonElement || relatedTarget instanceof HTMLAnchorElement);
