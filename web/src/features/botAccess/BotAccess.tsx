import { Bot } from 'lucide-react';
import { BOT_LOCKED } from '../../content/botAccess';
import { LockedScreen } from '../../ui/LockedScreen';
import { ScreenHead } from '../../ui/ScreenHead';
import { BotBoard } from './BotBoard';

const TITLE = 'AI Trading Bot';

/** The bot's dashboard, filled with sample content. */
export const BotAccess = ({ open }: { open: boolean }) =>
  open ? (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title={TITLE} sample>
        An example of what a bot on your account would show. None is connected.
      </ScreenHead>
      <BotBoard />
    </div>
  ) : (
    <LockedScreen title={TITLE} icon={Bot} {...BOT_LOCKED} preview={<BotBoard />} />
  );
