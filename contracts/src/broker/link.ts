import type { Brand } from '../core/brand';

/**
 * The broker's postbacks return `admissionCode`, which identifies the member. Visitors pass an
 * empty one.
 */
export const buildBrokerLink = ({ signUp }: Brand['broker'], admissionCode: string): string =>
  signUp.replaceAll('{member}', encodeURIComponent(admissionCode));
