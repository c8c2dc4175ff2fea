import type { Brand } from '../core/brand';

/** The admission code comes back with the broker's postbacks and so finds the member; empty for visitors. */
export const buildBrokerLink = ({ signUp }: Brand['broker'], admissionCode: string): string =>
  signUp.replaceAll('{member}', encodeURIComponent(admissionCode));
