import { Heart, MessageSquare } from 'lucide-react';
import type { Post } from '../../content/community';
import { Chip } from '../../ui/Chip';

/** One post of the feed. */
export const PostItem = ({ post: { author, tier, ago, text, likes, replies } }: { post: Post }) => (
  <li className="grid gap-2 border-t border-line-soft px-4 py-4">
    <p className="flex items-center gap-2.5 text-sm">
      <span
        aria-hidden
        className="grid size-8 place-content-center rounded-md bg-line text-xs font-semibold"
      >
        {author.charAt(0)}
      </span>
      <span className="font-semibold">{author}</span>
      <Chip>{tier}</Chip>
      <span className="ml-auto text-xs text-muted">{ago}</span>
    </p>
    <p className="max-w-prose text-sm text-pretty">{text}</p>
    <p className="flex gap-4 text-xs text-muted tabular-nums">
      <span className="flex items-center gap-1.5">
        <Heart size={14} aria-hidden />
        {likes} <span className="sr-only">likes</span>
      </span>
      <span className="flex items-center gap-1.5">
        <MessageSquare size={14} aria-hidden />
        {replies} <span className="sr-only">replies</span>
      </span>
    </p>
  </li>
);
