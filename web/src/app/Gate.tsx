import { mayUse } from '@quantalgo/contracts';
import { useMember } from '../data/session/currentSession';
import type { InnerScreen } from './screens';

/** A screen as the member may see it: itself, or its locked teaser. */
export function Gate({ screen: { Component, feature } }: { screen: InnerScreen }) {
  const member = useMember();
  return member && <Component open={mayUse(feature, member)} />;
}
