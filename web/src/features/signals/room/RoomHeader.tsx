import { minutesSeconds } from '@quantalgo/contracts';
import { Chip } from '../../../ui/Chip';
import { PageHeading } from '../../../ui/Heading';
import { watText } from '../words';

/** Names the room, says whether it is live, and counts down to the next signal. Times in epoch ms. */
export function RoomHeader({ live, now, nextAt }: { live: boolean; now: number; nextAt: number }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <div className="flex flex-wrap items-center gap-x-2.5">
        <PageHeading>
          <span data-lasting>Signal Room</span>
        </PageHeading>
        {live && (
          <Chip tone="good">
            <span
              aria-hidden
              className="size-1.5 rounded-full bg-current forced-color-adjust-none"
            />
            LIVE
          </Chip>
        )}
      </div>
      <p className="text-right text-sm text-muted tabular-nums">
        next <span className="max-[22.5rem]:sr-only">signal </span>
        <span className="max-sm:sr-only">at {watText(nextAt)}, </span>
        <span aria-hidden>
          in <span className="font-semibold text-text">{minutesSeconds(nextAt - now)}</span>
        </span>
      </p>
    </header>
  );
}
