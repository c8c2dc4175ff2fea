import { formatDuration } from '@quantalgo/contracts/core/durations';
import {
  EDIT_WINDOW_MS,
  MODERATION_REASONS,
  type NetworkAction,
  postTextSchema,
} from '@quantalgo/contracts/network/post';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useForm } from '../../data/core/useForm';
import { enqueueNetworkAction } from '../../data/network/useNetwork';
import type { PostView } from '../../data/network/view';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { TextArea } from '../../ui/Field';
import { Menu } from '../../ui/Menu';
import { SAVE_FAILED } from '../../ui/storageText';

const editSchema = z.object({ text: postTextSchema });

export function PostEditor({
  uid,
  post,
  onClose,
}: {
  uid: string;
  post: PostView;
  onClose: () => void;
}) {
  const form = useForm(editSchema, {
    initial: { text: post.text },
    onSubmit: async ({ text }) => {
      await enqueueNetworkAction(uid, { action: 'edit', id: post.id, text });
      onClose();
    },
    failure: SAVE_FAILED,
    failureField: 'text',
  });
  return (
    <form {...form.props} className="grid gap-3">
      <TextArea
        {...form.field('text')}
        label="Your post"
        rows={3}
        help={`A post can be edited for ${formatDuration(EDIT_WINDOW_MS)}.`}
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

type PostAction = 'delete' | 'report' | 'block';

function Question({
  action,
  post,
  onAction,
  onClose,
}: {
  action: PostAction;
  post: PostView;
  onAction: (request: NetworkAction) => void;
  onClose: () => void;
}) {
  const { id, uid: author, name } = post;
  if (action === 'report')
    return (
      <>
        <h2 className="text-base">What is wrong with this post?</h2>
        <p className="text-sm text-muted">
          Moderators will look at it. Its author won’t learn who reported it.
        </p>
        {MODERATION_REASONS.map((reason) => (
          <Button
            key={reason}
            size="small"
            onClick={() => onAction({ action: 'report', id, reason })}
          >
            {reason}
          </Button>
        ))}
        <Button variant="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
      </>
    );
  return (
    <>
      <h2 className="text-base">{action === 'delete' ? 'Delete this post?' : `Hide ${name}?`}</h2>
      <p className="text-sm text-muted">
        {action === 'delete'
          ? 'Your post is erased everywhere. Other members’ replies stay.'
          : 'You won’t see their posts on any of your devices, and they won’t be told.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="danger"
          size="small"
          onClick={() => {
            if (action === 'delete') onAction({ action: 'delete', id });
            else if (author !== null) onAction({ action: 'block', author, on: true });
          }}
        >
          {action === 'delete' ? 'Delete' : 'Hide'}
        </Button>
        <Button variant="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  );
}

const ACTION_LABELS = { delete: 'Delete', report: 'Report', block: 'Hide author' } as const;

export function PostMenu({
  uid,
  post,
  perform = enqueueNetworkAction,
  onEdit,
}: {
  uid: string;
  post: PostView;
  /** Replaces the network's actions for posts in another room. */
  perform?: typeof enqueueNetworkAction;
  onEdit?: (() => void) | undefined;
}) {
  const [action, setAction] = useState<PostAction | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const close = () => setAction(null);
  const performAction = (request: NetworkAction) => {
    const doneText = request.action === 'report' ? 'Reported' : null;
    perform(uid, request).then(
      () => setDone(doneText),
      () => setDone(SAVE_FAILED),
    );
    close();
  };
  const choices: readonly PostAction[] = post.isOwn ? ['delete'] : ['report', 'block'];
  const menuItems = choices.map((choice) => ({
    key: choice,
    word: ACTION_LABELS[choice],
    onChoose: () => setAction(choice),
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
        items={onEdit ? [{ key: 'edit', word: 'Edit', onChoose: onEdit }, ...menuItems] : menuItems}
      >
        <Ellipsis size={16} aria-hidden />
      </Menu>
      <Dialog open={action !== null} onClose={close} label="Please confirm">
        {action !== null && (
          <div className="grid gap-3 p-5">
            <Question action={action} post={post} onAction={performAction} onClose={close} />
          </div>
        )}
      </Dialog>
    </>
  );
}
