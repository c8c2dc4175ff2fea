import { BotLink } from './BotLink';
import { MarketStatus } from './MarketStatus';
import { QuickTips } from './QuickTips';

/** What stands below the signals: how to use them, the market, and where else they come. */
export const Extras = () => (
  <div className="grid content-start gap-4 sm:grid-cols-2">
    <QuickTips />
    <MarketStatus />
    <div className="sm:col-span-2">
      <BotLink />
    </div>
  </div>
);
