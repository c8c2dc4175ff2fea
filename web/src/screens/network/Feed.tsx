import { formatCount, formatMoment } from '@quantalgo/contracts/core/format';
import { isSlotId } from '@quantalgo/contracts/core/slots';
import type { NetworkFigures } from '@quantalgo/contracts/network/post';
import { useSearchParams } from 'react-router-dom';
import { useNow } from '../../data/core/clock';
import { useAction } from '../../data/outbox/useAction';
import { findUnattached, isAbout } from '../../data/network/refusals';
import { enqueueNetworkAction, useNetwork } from '../../data/network/useNetwork';
import type { PostView } from '../../data/network/view';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { Card, Figures, Panel } from '../../ui/Card';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { Composer } from './Composer';
import { describeRestriction } from './Delivery';
import { PostItem } from './PostItem';
import { Refusals } from './Refusals';
import { isAllSeeded, SeededNote } from './SeededNote';

/** Lower counts are hidden, because they would only make the room look empty. */
const MIN_SHOWN = { members: 10, online: 5, postsToday: 3, countries: 3 } as const;

const FIGURE_LABELS = {
  members: 'Members',
  online: 'Online now',
  postsToday: 'Posts today',
  countries: 'Countries',
} as const satisfies Record<keyof NetworkFigures, string>;

const FIGURE_NAMES = ['members', 'online', 'postsToday', 'countries'] as const;

const toFigureList = (figures: NetworkFigures | null) =>
  FIGURE_NAMES.flatMap((name) => {
    const count = figures?.[name] ?? 0;
    return count < MIN_SHOWN[name]
      ? []
      : [{ label: FIGURE_LABELS[name], value: formatCount(count) }];
  });

const Empty = () => (
  <div className="grid gap-2 border-t border-line-soft p-4">
    <h3 className="text-base">Nobody has posted yet. Start with a question.</h3>
    <p className="max-w-prose text-sm text-muted">
      What do you do after a loss? When do you skip a signal? Without a connection, your post is
      saved on this device and sent later.
    </p>
  </div>
);

/** The URL may name a signal to attach. */
function NewPost({ uid }: { uid: string }) {
  const [address, setAddress] = useSearchParams();
  const signalParam = address.get('signal');
  const signal = signalParam !== null && isSlotId(signalParam) ? signalParam : null;
  const clearSignal = () => setAddress({}, { replace: true });
  return (
    <Composer
      uid={uid}
      to={null}
      signal={signal}
      onDetachSignal={clearSignal}
      onSent={clearSignal}
    />
  );
}

function HiddenAuthors({ uid, authors }: { uid: string; authors: readonly string[] }) {
  const { problem, run } = useAction();
  if (authors.length === 0) return null;
  const unhide = (author: string) =>
    enqueueNetworkAction(uid, { action: 'block', author, on: false });
  return (
    <p className="flex flex-wrap items-center gap-x-3 border-t border-line-soft px-4 py-2 text-xs text-muted">
      <span>
        {authors.length === 1
          ? 'You’ve hidden one author.'
          : `You’ve hidden ${formatCount(authors.length)} authors.`}
      </span>
      <Button
        variant="quiet"
        size="small"
        onClick={() => run(() => Promise.all(authors.map(unhide)))}
      >
        Show them again
      </Button>
      {problem !== null && (
        <span role="alert" className="basis-full text-put">
          {problem}
        </span>
      )}
    </p>
  );
}

/** Reserves a phone's screen until the first posts load, so that the content below doesn't jump. */
const RESERVED_HEIGHT_CLASS = 'max-lg:min-h-svh';

/** Fewer figures are shown in the feed's heading instead of a card. */
const MIN_CARD_FIGURES = 3;

export function Feed({ uid }: { uid: string }) {
  const network = useNetwork(uid);
  const zone = useZone();
  const now = useNow(60_000);
  if (!network) return <Skeleton className="h-svh w-full rounded-lg" />;
  const { threads, room, hidden, refusals } = network;
  const silence = describeRestriction(room?.me ?? null, (at) => formatMoment(at, now, zone));
  const posts = threads.flatMap(({ post, answers }) => [post, ...answers]);
  const isSeeded = isAllSeeded(posts);
  const renderPost = (post: PostView) => (
    <>
      <PostItem uid={uid} post={post} now={now} canWrite={silence === null} isMarked={!isSeeded} />
      <Refusals refusals={refusals.filter(isAbout(post.id))} className="mt-3" />
    </>
  );
  const figures = toFigureList(room?.figures ?? null);
  const isCard = figures.length >= MIN_CARD_FIGURES;
  return (
    <>
      {isCard && (
        <Card as="div" className="overflow-hidden">
          <Figures figures={figures} />
        </Card>
      )}
      <Panel
        title="Feed"
        className={room === null ? RESERVED_HEIGHT_CLASS : ''}
        aside={
          !isCard && (
            <span className="text-xs text-muted tabular-nums">
              {figures.map(({ label, value }) => `${label} ${value}`).join(' · ')}
            </span>
          )
        }
      >
        <div className="border-t border-line-soft p-4">
          {silence === null ? <NewPost uid={uid} /> : <Notice tone="warning">{silence}</Notice>}
        </div>
        <Refusals refusals={findUnattached(refusals, posts)} className="px-4 pb-4" />
        {threads.length === 0 && <Empty />}
        {isSeeded && <SeededNote what="posts" />}
        <ul aria-label="Posts">
          {threads.map(({ post, answers }) => (
            <li key={post.id} data-row={post.id} className="border-t border-line-soft px-4 py-4">
              {renderPost(post)}
              {answers.length > 0 && (
                <ul className="mt-5 grid gap-4 border-l border-line pl-4" aria-label="Replies">
                  {answers.map((answer) => (
                    <li key={answer.id}>{renderPost(answer)}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
        <HiddenAuthors uid={uid} authors={hidden} />
      </Panel>
    </>
  );
}
