import { Check, ChevronRight, Send } from 'lucide-react';
import { BRAND } from '../../core/brand';
import { Card, Panel } from '../../ui/Card';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { ExternalLink } from '../../ui/Links';

const QUICK_TIPS = [
  'Never risk more than 2 percent on one signal, including all its levels.',
  'Enter within the half minute and the price limit. A late entry is a different trade.',
  'Decide before level 0 how many levels you will play.',
] as const;

const QuickTips = () => (
  <Panel title="Quick tips">
    <ul className="text-sm">
      {QUICK_TIPS.map((tip) => (
        <li key={tip} className="flex gap-3 border-t border-line-soft px-4 py-3">
          <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
          <span>{tip}</span>
        </li>
      ))}
    </ul>
  </Panel>
);

const { bot } = BRAND.telegram;

const BotLink = () =>
  bot !== null && (
    <div className="grid justify-items-end gap-2">
      <Card className="w-full">
        <ExternalLink
          href={bot}
          className="flex min-h-14 items-center gap-3 px-4 py-2 font-medium hover:bg-sunk"
        >
          <Send size={18} aria-hidden className="text-muted" />
          <span className="grid flex-1">
            <span>Signals in Telegram</span>
            <span className="text-xs font-normal text-muted">
              From our bot, in your private chat
            </span>
          </span>
          <ChevronRight size={18} aria-hidden className="text-muted" />
        </ExternalLink>
      </Card>
      <DemonstrationTag />
    </div>
  );

/** Below the fold. */
export const RoomExtras = () => (
  <>
    <QuickTips />
    <BotLink />
  </>
);
