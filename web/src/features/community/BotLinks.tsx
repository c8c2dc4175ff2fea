import { BRAND } from '@quantalgo/contracts';
import { Bot, Send } from 'lucide-react';
import { ExternalLinkButton } from '../../ui/Links';
import { Panel } from '../../ui/Card';

/** The community where it really talks: in the messaging app. */
export const BotLinks = () => (
  <Panel title="In Telegram">
    <div className="grid gap-2.5 border-t border-line-soft p-4">
      <ExternalLinkButton href={BRAND.telegram.bot}>
        <Bot size={18} aria-hidden />
        Signal bot
      </ExternalLinkButton>
      <ExternalLinkButton href={BRAND.telegram.community}>
        <Send size={18} aria-hidden />
        Community channel
      </ExternalLinkButton>
      <p className="text-xs text-muted">
        These are our only ones. We never ask for money or a password in a chat.
      </p>
    </div>
  </Panel>
);
