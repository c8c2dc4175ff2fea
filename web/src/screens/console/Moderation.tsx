import { formatMoment } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import {
  moderationEndpoints,
  type PostCaseView,
  type Restriction,
} from '@quantalgo/contracts/network/moderationEndpoints';
import { MODERATION_REASONS, type ModerationReason } from '@quantalgo/contracts/network/post';
import { useId, useState } from 'react';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { usePicture } from '../../data/pictures/usePicture';
import { useMember } from '../../data/auth/currentSession';
import { useMutation } from '../../data/core/useMutation';
import { decidePost, restrictMember, usePostCases } from '../../data/console/moderation';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { ScreenHead } from '../../ui/Heading';
import { Picture } from '../../ui/Picture';
import { Age, BelowList, QueryList, QueryNotice } from './QueryList';
import { PinnedNotes } from './PinnedNotes';
import { ReasonField } from './ReasonField';

const KINDS = {
  first: 'First post',
  link: 'Link from a new member, held',
  picture: 'Picture from a new member, held',
  report: 'Reported',
} as const satisfies Record<PostCaseView['kinds'][number], string>;

type ModerationAction =
  | { readonly type: 'keep' }
  | { readonly type: 'remove' }
  | { readonly type: 'restrict'; readonly restriction: Restriction };

const Author = ({ author, post }: Pick<PostCaseView, 'author' | 'post'>) => (
  <p className="text-xs text-muted">
    {author ? (
      <>
        <bdi>{author.fullName}</bdi>
        <span>,</span> <bdi>{author.email}</bdi>
        {author.banned && <span>, banned</span>}
        {author.mutedUntil !== null && !author.banned && <span>, recently muted</span>}
      </>
    ) : (
      <span>Deleted member</span>
    )}
    <span>{`, posted as “${post.name}”`}</span>
  </p>
);

/** Staff publish a held post as they see it, because its picture may arrive afterwards. */
type PictureState = 'none' | 'loading' | 'failed' | 'missing' | 'shown';

/** Why a held post can't be published yet. */
const PICTURE_NOTES: Partial<Record<PictureState, string>> = {
  loading: 'Loading the picture…',
  failed: 'You can publish the post once its picture has loaded.',
};

function getPictureState(
  { picture }: PostCaseView['post'],
  { url, message, reload }: ReturnType<typeof usePicture>,
): PictureState {
  if (picture === null) return 'none';
  if (url !== null) return 'shown';
  if (reload) return 'failed';
  return message === null ? 'loading' : 'missing';
}

function getKeepLabel({ open }: PostCaseView['post'], picture: PictureState): string {
  if (open) return 'Keep post';
  return picture === 'missing' ? 'Publish without the picture' : 'Publish';
}

interface CaseProps {
  postCase: PostCaseView;
  onDecided: () => void;
  onRestricted: () => void;
}

function CaseActions({
  postCase,
  picture,
  onDecided,
  onRestricted,
}: CaseProps & { picture: PictureState }) {
  const { post, author } = postCase;
  const online = useOnline();
  const [reason, setReason] = useState<ModerationReason>(MODERATION_REASONS[0]);
  const { pending, failure, send } = useMutation(
    async (action: ModerationAction) => {
      if (action.type === 'restrict') {
        if (post.uid !== null) await restrictMember(post.uid, action.restriction, reason);
        return onRestricted();
      }
      const keep = { removalReason: null, withoutPicture: picture === 'missing' };
      await decidePost(post.id, action.type === 'keep' ? keep : { removalReason: reason });
      onDecided();
    },
    { fallback: moderationEndpoints.decidePost.failure },
  );
  const press = (action: ModerationAction) => () => void send(action);
  const isDisabled = !online || pending;
  const noteId = useId();
  const pictureNote = post.open ? undefined : PICTURE_NOTES[picture];
  const restrict = (restriction: Restriction) => press({ type: 'restrict', restriction });
  return (
    <div className="grid gap-2.5">
      <ReasonField reason={reason} onChange={setReason} />
      <div className="grid grid-cols-2 gap-2 sm:flex">
        <Button
          size="small"
          disabled={isDisabled || pictureNote !== undefined}
          aria-describedby={pictureNote === undefined ? undefined : noteId}
          onClick={press({ type: 'keep' })}
        >
          {getKeepLabel(post, picture)}
        </Button>
        <Button
          size="small"
          variant="danger"
          disabled={isDisabled}
          onClick={press({ type: 'remove' })}
        >
          {post.open ? 'Remove' : 'Reject'}
        </Button>
        {author && (
          <>
            {!author.banned && (
              <Button size="small" variant="quiet" disabled={isDisabled} onClick={restrict('mute')}>
                Mute for a day
              </Button>
            )}
            {author.mutedUntil !== null && !author.banned && (
              <Button size="small" variant="quiet" disabled={isDisabled} onClick={restrict('lift')}>
                Lift the mute
              </Button>
            )}
            <Button
              size="small"
              variant="quiet"
              disabled={isDisabled}
              onClick={restrict(author.banned ? 'lift' : 'ban')}
            >
              {author.banned ? 'Lift the ban' : 'Ban'}
            </Button>
          </>
        )}
      </div>
      {pictureNote !== undefined && (
        <p id={noteId} className="text-xs text-muted">
          {pictureNote}
        </p>
      )}
      {failure !== null && (
        <p role="alert" className="text-sm text-put">
          {failure}
        </p>
      )}
    </div>
  );
}

function Case({ uid, now, ...props }: CaseProps & { uid: string; now: number }) {
  const { post, room, kinds, since, author, reports } = props.postCase;
  const picture = usePicture(uid, post.picture, post.id);
  return (
    <li className="grid gap-3 px-4 py-4">
      <div className="flex flex-wrap items-center gap-2">
        {room === 'essential' && <Chip>Essential Room</Chip>}
        {kinds.map((kind) => (
          <Chip key={kind} tone={kind === 'report' ? 'bad' : 'warning'}>
            {KINDS[kind]}
          </Chip>
        ))}
        <span className="ml-auto text-xs text-muted tabular-nums">
          {`since ${formatMoment(Date.parse(since), now, WAT)}`}
        </span>
      </div>
      <p className="max-w-prose text-sm wrap-anywhere whitespace-pre-wrap">{post.text}</p>
      {post.picture !== null && <Picture picture={picture} alt={`Picture by ${post.name}`} />}
      <Author author={author} post={post} />
      {reports.length > 0 && (
        <p className="text-xs text-muted">{`Reported for: ${reports.join('; ')}`}</p>
      )}
      <CaseActions {...props} picture={getPictureState(post, picture)} />
    </li>
  );
}

export default function Moderation() {
  const user = useMember();
  const query = usePostCases();
  const now = useNow(60_000);
  const removeCase = (id: string) =>
    query.update((cases) => cases.filter(({ post }) => post.id !== id));
  return (
    <div className="grid gap-4">
      <ScreenHead title="Moderation">
        New members’ first posts, links and pictures, posts that members reported, and the notes
        above the chat. Every action is recorded in the audit log.
      </ScreenHead>
      <QueryNotice query={query} />
      <Panel title="Waiting" aside={<Age query={query} />}>
        <QueryList
          query={query}
          label="Posts"
          none="Nothing to review. New posts appear here automatically."
        >
          {(postCase) =>
            user && (
              <Case
                key={postCase.post.id}
                uid={user.id}
                now={now}
                postCase={postCase}
                onDecided={() => removeCase(postCase.post.id)}
                onRestricted={query.reload}
              />
            )
          }
        </QueryList>
      </Panel>
      <BelowList query={query}>
        <PinnedNotes />
      </BelowList>
    </div>
  );
}
