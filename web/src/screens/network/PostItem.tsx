import { TIER_NAMES } from '@quantalgo/contracts/access/access';
import { formatMoment } from '@quantalgo/contracts/core/format';
import { signalPath } from '@quantalgo/contracts/core/paths';
import { getInitial } from '@quantalgo/contracts/core/visibleText';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { isEditable } from '@quantalgo/contracts/network/post';
import { Heart, MessageSquare } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { serverNow } from '../../data/core/clock';
import { useAction } from '../../data/outbox/useAction';
import { usePicture } from '../../data/pictures/usePicture';
import { enqueueNetworkAction } from '../../data/network/useNetwork';
import { isStored, type PostView } from '../../data/network/view';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { OutcomeChip } from '../../ui/instruments/Marks';
import { lazyComponent } from '../../ui/lazyComponent';
import { TextLink } from '../../ui/Links';
import { Picture } from '../../ui/Picture';
import { Composer } from './Composer';
import { Delivery } from './Delivery';
import { PostEditor, PostMenu } from './PostMenu';
import { SeededMark } from './SeededNote';
import { StaffMark } from './StaffMark';

/** Lazy, because it includes a configuration's figures and the check of its row. */
const Embed = lazyComponent(
  async () => (await import('./Embed')).Embed,
  <div aria-hidden className="h-24 rounded-lg border border-line bg-sunk" />,
);

const describeRemoval = ({ gone, reason }: PostView) => {
  if (gone === 'absent') return 'This post isn’t shown here.';
  if (gone === 'deleted') return 'This post was deleted.';
  return `Moderators removed this post${reason === null ? '' : `: ${reason}`}.`;
};

const PostedSignal = ({ signal }: { signal: NonNullable<PostView['signal']> }) => (
  <p className="flex flex-wrap items-center gap-2.5 rounded-lg border border-line bg-sunk px-3 py-2 text-sm">
    <TextLink to={signalPath(signal.id)}>
      <span translate="no">{formatPair(signal.pair)}</span>
    </TextLink>
    <span translate="no" className="font-semibold">
      {signal.direction}
    </span>
    <OutcomeChip outcome={signal.outcome} entered={signal.entered} />
    <span className="text-xs text-muted">from the record</span>
  </p>
);

const PostPicture = ({ uid, post }: { uid: string; post: PostView }) => {
  const { id, isOwn, name, picture } = post;
  const pictureState = usePicture(uid, picture, isOwn ? null : id);
  return <Picture picture={pictureState} alt={isOwn ? 'Your picture' : `Picture by ${name}`} />;
};

const Author = ({
  post,
  now,
  isMarked,
  menu,
}: {
  post: PostView;
  now: number;
  isMarked: boolean;
  menu: ReactNode;
}) => {
  const zone = useZone();
  const tier = post.tier === 'guest' ? null : TIER_NAMES[post.tier];
  const name = post.isOwn ? 'You' : post.name;
  return (
    <div className="flex items-center gap-2.5">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-content-center rounded-md bg-line text-xs font-semibold"
      >
        {getInitial(name)}
      </span>
      <div className="grid min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <bdi className="font-semibold">{name}</bdi>
          {post.staff && <StaffMark />}
          {tier !== null && <Chip>{tier}</Chip>}
        </p>
        <p className="text-xs text-muted tabular-nums">
          <span>{`${formatMoment(post.createdAt, now, zone)}${post.isEdited ? ', edited' : ''}`}</span>
          {isMarked && post.seeded && (
            <>
              <span>,</span> <SeededMark />
            </>
          )}
        </p>
      </div>
      {menu}
    </div>
  );
};

function Likes({ uid, post }: { uid: string; post: PostView }) {
  const { id, isLiked, likes } = post;
  const { problem, run } = useAction();
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-pressed={isLiked}
        onClick={() => run(() => enqueueNetworkAction(uid, { action: 'like', id, on: !isLiked }))}
      >
        <Heart size={16} aria-hidden fill={isLiked ? 'currentColor' : 'none'} />
        <span translate="no" className="tabular-nums">
          {likes}
        </span>{' '}
        <span className="sr-only">{isLiked ? 'likes, one of them yours' : 'likes'}</span>
      </Button>
      {problem !== null && (
        <p role="alert" className="order-last basis-full pl-4 text-sm text-put">
          {problem}
        </p>
      )}
    </>
  );
}

export function PostItem({
  uid,
  post,
  now,
  canWrite,
  isMarked,
}: {
  uid: string;
  post: PostView;
  /** Epoch ms. */
  now: number;
  canWrite: boolean;
  /** Show the demonstration tag on this post. */
  isMarked: boolean;
}) {
  const [open, setOpen] = useState<'answer' | 'edit' | null>(null);
  if (post.gone !== null) return <p className="text-sm text-muted">{describeRemoval(post)}</p>;
  const isOpen = post.delivery.state === 'open';
  const canEdit =
    post.isOwn &&
    isOpen &&
    canWrite &&
    isEditable({ createdAt: post.createdAt, gone: null }, serverNow());
  const edit = () => setOpen('edit');
  return (
    <article className="grid gap-2.5" aria-label={`Post by ${post.isOwn ? 'you' : post.name}`}>
      <Author
        post={post}
        now={now}
        isMarked={isMarked}
        menu={
          isStored(post) && <PostMenu uid={uid} post={post} onEdit={canEdit ? edit : undefined} />
        }
      />
      {open === 'edit' ? (
        <PostEditor uid={uid} post={post} onClose={() => setOpen(null)} />
      ) : (
        <p className="max-w-prose text-sm wrap-anywhere whitespace-pre-wrap">{post.text}</p>
      )}
      {post.picture !== null && <PostPicture uid={uid} post={post} />}
      {post.signal && <PostedSignal signal={post.signal} />}
      {post.embed && <Embed embed={post.embed} />}
      <Delivery delivery={post.delivery} />
      {isOpen && (
        <div className="-mb-2 -ml-4 flex flex-wrap items-center">
          <Likes uid={uid} post={post} />
          {post.to === null && canWrite && (
            <Button
              variant="quiet"
              size="small"
              aria-expanded={open === 'answer'}
              onClick={() => setOpen(open === 'answer' ? null : 'answer')}
            >
              <MessageSquare size={16} aria-hidden />
              <span>Reply</span>
            </Button>
          )}
        </div>
      )}
      {open === 'answer' && <Composer uid={uid} to={post.id} onSent={() => setOpen(null)} />}
    </article>
  );
}
