import { BRAND } from '@quantalgo/contracts';
import { Send } from 'lucide-react';
import { ExternalLinkButton } from '../../../ui/Links';

/** The same signals in the messaging app. */
export const BotLink = () => (
  <ExternalLinkButton href={BRAND.telegram.bot} className="w-full max-[22.5rem]:text-sm">
    <Send size={18} aria-hidden />
    Get signals in our Telegram bot
  </ExternalLinkButton>
);
