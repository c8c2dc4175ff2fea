import type { Observable } from '../core/observable';

/** A tab whose stream another one has asks this often (ms) for what was written. */
const FOLLOWING_MS = 10_000;

/** How a room is followed. */
export interface FollowedRoom {
  /** Number of this page's components that show it: nothing of it is asked for otherwise. */
  readonly shown: Observable<number>;
  /** Whether what is written reaches this tab by its stream. */
  readonly streamed: Observable<boolean>;
  /** How often (ms) a tab with the stream asks for the rest. */
  readonly everyMs: number;
  readonly mayLook: (uid: string) => boolean;
  /** Asks for what changed. Never rejects. */
  readonly look: (uid: string) => Promise<void>;
}

/**
 * Asks for what changed while a component shows the room: at once, then now and then while it is in sight, and back online.
 * What is written also comes by the stream in the tab that has it.
 * @returns the stop
 */
export function followRoom(room: FollowedRoom, uid: string): () => void {
  const { shown, streamed, everyMs, mayLook } = room;
  const stopped = new AbortController();
  const { signal } = stopped;
  let askedAt = -Infinity;
  const look = () => {
    if (document.hidden || !mayLook(uid)) return;
    askedAt = performance.now();
    void room.look(uid);
  };
  const lookIfDue = () => {
    if (performance.now() - askedAt >= (streamed.get() ? everyMs : FOLLOWING_MS)) look();
  };
  shown.set(shown.get() + 1);
  look();
  const timer = setInterval(lookIfDue, FOLLOWING_MS);
  addEventListener('online', look, { signal });
  document.addEventListener('visibilitychange', lookIfDue, { signal });
  return () => {
    shown.set(shown.get() - 1);
    clearInterval(timer);
    stopped.abort();
  };
}
