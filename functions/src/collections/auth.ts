import type { COLLECTIONS, CollectionName } from './collections';

type MemberCollection = {
  [Name in CollectionName]: (typeof COLLECTIONS)[Name]['member'] extends null ? never : Name;
}[CollectionName];

/** How ending all sessions closes a way in. `deleted by uid` uses the field `uid`, `deleted by id` the document id. */
export type Closing =
  | 'sessions ended'
  | 'devices forgotten'
  | 'devices removed'
  | 'chat unlinked'
  | 'deleted by uid'
  | 'deleted by id';

/**
 * Ways into an account that outlast the session which created them, and how they are closed with all sessions; null if
 * a collection opens nothing by itself.
 */
export const WAYS_IN = {
  sessions: 'sessions ended',
  credentials: 'devices forgotten',
  pushPacks: 'devices removed',
  telegramChats: 'chat unlinked',
  telegramCodes: 'deleted by uid',
  transfers: 'deleted by uid',
  resets: 'deleted by uid',
  addressChanges: 'deleted by id',
  // A confirmation code stays valid until the session it was requested for is open.
  registrations: 'deleted by id',
  users: null,
  bots: null,
  addresses: null,
  // Needs an open session.
  secondFactors: null,
  idempotency: null,
  rateLimits: null,
  mail: null,
  deletions: null,
  proofs: null,
  proofFingerprints: null,
  setups: null,
  pictures: null,
  tickets: null,
  // A permission to upload, which storage.rules accept only from an open session.
  uploads: null,
  journal: null,
  journalHeads: null,
  learning: null,
  posts: null,
  messages: null,
  networkMembers: null,
  postLikes: null,
  postReports: null,
  postCases: null,
  liveNotes: null,
  liveViewers: null,
  publishers: null,
  displayNames: null,
  accessEvents: null,
  staffActions: null,
  dashboardCodes: null,
  admissionCodes: null,
  problems: null,
  proofClaims: null,
  brokerRegistry: null,
  brokerPostbacks: null,
  // Read together with their session, which must be open.
  pushSubscriptions: null,
  pushes: null,
} as const satisfies Readonly<Record<MemberCollection, Closing | null>>;

export type WayIn = {
  [Name in MemberCollection]: (typeof WAYS_IN)[Name] extends null ? never : Name;
}[MemberCollection];

const isWay = (name: string): name is WayIn =>
  Object.entries(WAYS_IN).some(([wayName, closing]) => wayName === name && closing !== null);

export const EVERY_WAY_IN: readonly WayIn[] = Object.keys(WAYS_IN).filter(isWay);

export const findWaysClosedBy = (closing: Closing): readonly WayIn[] =>
  EVERY_WAY_IN.filter((name) => WAYS_IN[name] === closing);
