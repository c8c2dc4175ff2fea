import { buildBrokerLink } from '@quantalgo/contracts/broker/link';
import { BRAND } from '../../core/brand';
import { useMember } from '../auth/currentSession';

/** Passes the member's admission code to the broker. */
export const useBrokerLink = (): string =>
  buildBrokerLink(BRAND.broker, useMember()?.admissionCode ?? '');
