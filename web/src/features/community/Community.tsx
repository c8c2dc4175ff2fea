import { Users } from 'lucide-react';
import { COMMUNITY_LOCKED } from '../../content/community';
import { LockedScreen } from '../../ui/LockedScreen';
import { ScreenHead } from '../../ui/ScreenHead';
import { Network } from './Network';

const TITLE = "Trader's Network";

/** The elite community: feed, figures, leaderboard and the ways out to the chats. */
export const Community = ({ open }: { open: boolean }) =>
  open ? (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title={TITLE} sample>
        Elite community. The feed shows what it is going to be like; the chats in Telegram are real.
      </ScreenHead>
      <Network />
    </div>
  ) : (
    <LockedScreen title={TITLE} icon={Users} {...COMMUNITY_LOCKED} preview={<Network />} />
  );
