import { watClock, type Signal } from '@quantalgo/contracts';
import type { NoticeTone } from '../../../ui/Notice';
import { countText, watText } from '../words';
import type { SealCheck } from './useSealCheck';

type Said = { readonly tone: NoticeTone; readonly text: string };

const number = (signal: Signal) => `#${countText(signal.ledgerSeq)}`;

function verdictWords(signal: Signal, check: Extract<SealCheck, { state: 'checked' }>): Said {
  const { verdict } = check;
  if (verdict.name === 'absent')
    return {
      tone: 'error',
      text: `The public ledger holds no publication of this signal under ${number(signal)}.`,
    };
  if (verdict.name === 'differs')
    return {
      tone: 'error',
      text: `Entry ${number(signal)} of the public ledger carries another fingerprint: this signal is not what was sealed.`,
    };
  const side = verdict.sealedAt < signal.expiresAt ? 'before' : 'after';
  return {
    tone: 'information',
    text: `Checked: the fingerprint computed on this device is the one that entry ${number(signal)} of the public ledger has carried since ${watClock(verdict.sealedAt)} WAT, ${side} the signal’s entry at ${watText(signal.expiresAt)}.`,
  };
}

/** What a check found, in words; null before there was one. */
export function checkWords(signal: Signal, check: SealCheck): Said | null {
  switch (check.state) {
    case 'idle':
    case 'checking':
      return null;
    case 'offline':
      return {
        tone: 'warning',
        text: 'The ledger can’t be reached, so nothing was compared. The fingerprint above was computed on this device.',
      };
    case 'refused':
      return { tone: 'warning', text: `Nothing was compared: ${check.message}` };
    case 'checked':
      return verdictWords(signal, check);
  }
}
