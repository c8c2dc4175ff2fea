import { Bot } from 'lucide-react';
import { useMember } from '../../data/session/currentSession';
import { LockedScreen } from '../../ui/LockedScreen';
import { BotDesk } from './BotDesk';
import { BotTeaser } from './BotTeaser';

/** Texts of the locked screen. */
const BOT_LOCKED = {
  description: 'Watch a bot trade by your rules, and pause it with one press.',
  features: [
    'Three levels of risk',
    'A limit on open trades and on what each may cost',
    'Pause and resume at any time',
  ],
} as const;

/** The bot's dashboard: played on paper where it is open, a teaser with sample figures where it is locked. */
const BotAccess = ({ open }: { open: boolean }) => {
  const member = useMember();
  return open && member ? (
    <BotDesk member={member} />
  ) : (
    <LockedScreen title="AI Trading Bot" icon={Bot} {...BOT_LOCKED} preview={<BotTeaser />} />
  );
};

export default BotAccess;
