import { durationText } from '@quantalgo/contracts/core/durations';
import {
  EDITABLE_MS,
  MODERATION_REASONS,
  type NetworkAct,
  postTextSchema,
} from '@quantalgo/contracts/network/post';
import { Ellipsis } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { act } from '../../data/network/useNetwork';
import type { PostView } from '../../data/network/view';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { TextArea } from '../../ui/Field';
import { Menu } from '../../ui/Menu';

const FAILED = 'It could not be saved on this device. Please try again.';

/** Edits the text of the member's own post. */
export function PostEditor({
  uid,
  post,
  onClose,
}: {
  uid: string;
  post: PostView;
  onClose: () => void;
}) {
  const [text, setText] = useState(post.text);
  const [error, setError] = useState<string>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = postTextSchema.safeParse(text);
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    act(uid, { act: 'edit', id: post.id, text: parsed.data }).then(onClose, () => setError(FAILED));
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextArea
        label="Your post"
        name="edited"
        rows={3}
        help={`A post can be edited for ${durationText(EDITABLE_MS)}.`}
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small">
          Save
        </Button>
        <Button variant="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

type Asked = 'delete' | 'report' | 'block';

/** Asks before a post is deleted or reported, or its author hidden. */
function Question({
  asked,
  post,
  onAct,
  onClose,
}: {
  asked: Asked;
  post: PostView;
  onAct: (wanted: NetworkAct) => void;
  onClose: () => void;
}) {
  const { id, uid: author, name } = post;
  if (asked === 'report')
    return (
      <>
        <h2 className="text-base">What is wrong with this post?</h2>
        <p className="text-sm text-muted">
          Moderators will look at it. Its author won’t learn who reported it.
        </p>
        {MODERATION_REASONS.map((reason) => (
          <Button key={reason} size="small" onClick={() => onAct({ act: 'report', id, reason })}>
            {reason}
          </Button>
        ))}
      </>
    );
  return (
    <>
      <h2 className="text-base">{asked === 'delete' ? 'Delete this post?' : `Hide ${name}?`}</h2>
      <p className="text-sm text-muted">
        {asked === 'delete'
          ? 'Your words are erased everywhere. Other members’ answers stay.'
          : 'You won’t see their posts on any of your devices, and they won’t be told.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="danger"
          size="small"
          onClick={() => {
            if (asked === 'delete') onAct({ act: 'delete', id });
            else if (author !== null) onAct({ act: 'block', author, on: true });
          }}
        >
          {asked === 'delete' ? 'Delete' : 'Hide'}
        </Button>
        <Button variant="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  );
}

const WORDS = { delete: 'Delete', report: 'Report', block: 'Hide author' } as const;

/** What else can be done with a post: its author edits and deletes it, others report it or hide its author. */
export function PostMenu({
  uid,
  post,
  perform = act,
  onEdit,
}: {
  uid: string;
  post: PostView;
  /** What does it, where the post isn't the network's. */
  perform?: typeof act;
  /** Opens the editor, where the post may still be edited. */
  onEdit?: (() => void) | undefined;
}) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const close = () => setAsked(null);
  const doIt = (wanted: NetworkAct) => {
    const said = wanted.act === 'report' ? 'Reported' : null;
    perform(uid, wanted).then(
      () => setDone(said),
      () => setDone(FAILED),
    );
    close();
  };
  const choices: readonly Asked[] = post.isOwn ? ['delete'] : ['report', 'block'];
  const asking = choices.map((choice) => ({
    key: choice,
    word: WORDS[choice],
    onChoose: () => setAsked(choice),
  }));
  return (
    <>
      {done !== null && (
        <span role="status" className="text-xs text-muted">
          {done}
        </span>
      )}
      <Menu
        label="More"
        className="-my-2 -mr-3"
        items={onEdit ? [{ key: 'edit', word: 'Edit', onChoose: onEdit }, ...asking] : asking}
      >
        <Ellipsis size={16} aria-hidden />
      </Menu>
      <Dialog open={asked !== null} onClose={close} label="Please confirm">
        {asked !== null && (
          <div className="grid gap-3 p-5">
            <Question asked={asked} post={post} onAct={doIt} onClose={close} />
          </div>
        )}
      </Dialog>
    </>
  );
}
