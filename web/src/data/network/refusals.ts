import type { ChatAction } from '@quantalgo/contracts/chat/chat';
import type { LiveAction } from '@quantalgo/contracts/live/session';
import type { NetworkAction } from '@quantalgo/contracts/network/post';
import type { OutboxItem } from '../outbox/item';

type RoomAction = NetworkAction | ChatAction | LiveAction;

/** An action that the server refused. It stays until its member retries or discards it. */
export interface Refusal {
  readonly item: OutboxItem;
  /** Id of the post, message or question; null for hidden authors. */
  readonly target: string | null;
  readonly summary: string;
  /** The edited text, which isn’t shown anywhere else. */
  readonly text: string | null;
}

function summarize(action: RoomAction): string | null {
  switch (action.action) {
    case 'write':
    case 'ask':
      // Shown as an unsent post, with its own notice.
      return null;
    case 'edit':
      return 'Couldn’t save your edit.';
    case 'delete':
      return 'Couldn’t delete this.';
    case 'like':
      return 'Couldn’t save your like.';
    case 'report':
      return 'Couldn’t send your report.';
    case 'block':
      return action.on ? 'Couldn’t hide the author.' : 'Couldn’t show the author again.';
  }
}

/** What an action of the same kind replaces; null if nothing does. */
function getTarget(action: RoomAction): string | null {
  if ('id' in action) return action.id;
  return action.action === 'block' ? action.author : null;
}

/**
 * Refused actions except new posts and questions, oldest first. Leaves out those that the member
 * repeated: retrying an old edit would overwrite the newer one.
 */
export function findRefusals(
  actions: readonly { readonly action: RoomAction; readonly item: OutboxItem }[],
): readonly Refusal[] {
  const replaced = new Set<string>();
  const newestFirst = [...actions].sort((a, b) => b.item.seq - a.item.seq);
  const refusals = newestFirst.flatMap(({ action, item }) => {
    const summary = summarize(action);
    const key = `${action.action} ${getTarget(action)}`;
    if (summary === null || replaced.has(key)) return [];
    replaced.add(key);
    if (item.state !== 'refused') return [];
    return {
      item,
      target: 'id' in action ? action.id : null,
      summary,
      text: action.action === 'edit' ? action.text : null,
    };
  });
  return refusals.reverse();
}

export const isAbout =
  (id: string) =>
  ({ target }: Refusal): boolean =>
    target === id;

/** Refusals to show above the list: their posts aren’t in it. */
export const findUnattached = (
  refusals: readonly Refusal[],
  shown: readonly { readonly id: string }[],
): readonly Refusal[] => {
  const shownIds = new Set(shown.map(({ id }) => id));
  return refusals.filter(({ target }) => target === null || !shownIds.has(target));
};
