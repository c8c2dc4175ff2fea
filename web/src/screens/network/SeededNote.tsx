import type { PostView } from '../../data/network/view';

/**
 * If all readable posts are demonstration content, the list says so once instead of in each row.
 */
export function isAllSeeded(posts: readonly PostView[]): boolean {
  const readable = posts.filter(({ gone }) => gone === null);
  return readable.length > 0 && readable.every(({ seeded }) => seeded);
}

export const SeededNote = ({ what }: { what: 'posts' | 'messages' }) => (
  <p className="border-t border-line-soft px-4 py-2 text-xs text-muted">
    <span className="font-semibold text-amber">Demonstration:</span>{' '}
    <span>{`these ${what} are made up.`}</span>
  </p>
);

export const SeededMark = () => <span className="whitespace-nowrap">demonstration</span>;
