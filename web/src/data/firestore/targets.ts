import { type Document, documentOf } from './document';
import { ListenError, type ListenResponse, type TargetChange } from './messages';
import { listed, type Query } from './query';

/** The documents of a query at one moment. */
export interface Snapshot {
  /** All of them, in the query's order. */
  readonly documents: readonly Document[];
  /** Those of them that are new or changed since the snapshot before. */
  readonly changed: readonly Document[];
}

/** What is called when a query's documents change, and when the server ends the listener. */
export interface Listener {
  readonly onSnapshot: (snapshot: Snapshot) => void;
  readonly onError: (error: ListenError) => void;
}

/** A query that the server was asked for, and its documents as far as it has sent them. */
class Target {
  readonly #query: Query;
  readonly #documents = new Map<string, Document>();
  readonly #changed = new Set<string>();
  /** Whether the server has sent all that there are. */
  #isCurrent = false;
  #isNew = false;

  constructor(
    query: Query,
    readonly listener: Listener,
  ) {
    this.#query = query;
  }

  get size(): number {
    return this.#documents.size;
  }

  get isCurrent(): boolean {
    return this.#isCurrent;
  }

  put(document: Document): void {
    this.#documents.set(document.name, document);
    this.#changed.add(document.name);
    this.#isNew = true;
  }

  remove(name: string): void {
    this.#documents.delete(name);
    this.#isNew = true;
  }

  complete(): void {
    this.#isCurrent = true;
    this.#isNew = true;
  }

  reset(): void {
    this.#documents.clear();
    this.#changed.clear();
    this.#isCurrent = false;
  }

  /** Tells the listener, if the documents are complete and differ from those that it was told of. */
  tell(): void {
    if (!this.#isCurrent || !this.#isNew) return;
    const documents = listed(this.#query, [...this.#documents.values()]);
    const changed = documents.filter(({ name }) => this.#changed.has(name));
    this.#changed.clear();
    this.#isNew = false;
    this.listener.onSnapshot({ documents, changed });
  }
}

/** The queries that the server was asked for over one connection, kept up to date by its messages. */
export class Targets {
  readonly #targets = new Map<number, Target>();
  #newest = 0;

  /** @returns the query's id on this connection */
  add(query: Query, listener: Listener): number {
    this.#newest += 1;
    this.#targets.set(this.#newest, new Target(query, listener));
    return this.#newest;
  }

  /** @returns whether there was a query of this id */
  remove(id: number): boolean {
    return this.#targets.delete(id);
  }

  /** Whether the server has sent all documents of all queries. */
  get areCurrent(): boolean {
    return [...this.#targets.values()].every(({ isCurrent }) => isCurrent);
  }

  /** Takes in a message. Listeners are told once the server has declared that what it sent belongs together. */
  receive(message: ListenResponse): void {
    const { targetChange, documentChange, documentDelete, documentRemove, filter } = message;
    if (targetChange) this.#change(targetChange);
    if (documentChange) {
      const { document, targetIds, removedTargetIds } = documentChange;
      const sent = documentOf(document.name, document.fields);
      for (const target of this.#of(targetIds)) target.put(sent);
      for (const target of this.#of(removedTargetIds)) target.remove(sent.name);
    }
    const removed = documentDelete ?? documentRemove;
    if (removed)
      for (const target of this.#of(removed.removedTargetIds)) target.remove(removed.document);
    // Documents were lost on the way.
    if (filter && this.#of([filter.targetId]).some(({ size }) => size !== filter.count))
      this.#end([filter.targetId], new ListenError('ABORTED'));
  }

  #of(ids: readonly number[]): Target[] {
    return ids.flatMap((id) => this.#targets.get(id) ?? []);
  }

  #change({ targetChangeType, targetIds, cause, readTime }: TargetChange): void {
    const meant = targetIds.length > 0 ? this.#of(targetIds) : [...this.#targets.values()];
    switch (targetChangeType) {
      case 'REMOVE':
        return this.#end(targetIds, new ListenError(cause?.code ?? 'CANCELLED'));
      case 'CURRENT':
        for (const target of meant) target.complete();
        return;
      case 'RESET':
        for (const target of meant) target.reset();
        return;
      case 'NO_CHANGE':
        if (readTime === undefined || targetIds.length > 0) return;
        // Not a copy: one that another stops meanwhile is left out.
        for (const target of this.#targets.values()) target.tell();
    }
  }

  #end(ids: readonly number[], error: ListenError): void {
    const ended = this.#of(ids);
    for (const id of ids) this.#targets.delete(id);
    for (const { listener } of ended) listener.onError(error);
  }
}
