import type { Brand } from '../core/brand';

/**
 * The broker's postbacks return `admissionCode`, which identifies the member. Empty for visitors.
 */
export const buildBrokerLink = ({ signUp }: Brand['broker'], admissionCode: string): string =>
  signUp.replaceAll('{member}', encodeURIComponent(admissionCode));
