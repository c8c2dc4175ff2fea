import { watTime, type Signal, type SignalPhase } from '@quantalgo/contracts';

/** What a signal's phase asks of its reader, in a few words. */
export function phaseWords({ expiresAt }: Signal, phase: SignalPhase): string {
  switch (phase.name) {
    case 'open':
      return `Enter at ${watTime(expiresAt)} WAT`;
    case 'enter-now':
      return 'Enter now';
    case 'running':
      return `Too late · level ${phase.level} running`;
    case 'judging':
      return 'Being settled';
    case 'settled':
      return `Settled · entered ${watTime(expiresAt)} WAT`;
  }
}
