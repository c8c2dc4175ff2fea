/**
 * What nobody can count before there are members. Each is an assumption, named as such in docs/costs.md; whoever knows
 * better changes it here.
 */
export const ASSUMED = {
  /** Of a month of 30 days, those on which a member opens the app. */
  activeDays: 20,
  /** Hours that the Signal Room is open on such a day. */
  hoursOpen: 2,
  /** Returns to it on such a day, each a catch-up: after the network was away, or the phone asleep. */
  returns: 6,
  /** Calls of the API on such a day: the account, figures, a chart, a ticket. */
  calls: 10,
  /** Documents read for a call: the member and the session, and one more. */
  readsOfCall: 3,
  /** Documents that a member's own doings write on such a day: a device noted each hour, a setting. */
  writes: 3,
  /** Documents of a member that expire in a month. */
  deletes: 2,
  /** Seconds that a call keeps an instance to itself, as if no two calls ever shared one. */
  secondsOfCall: 0.1,
  /** Of all members, those who are told by push. */
  toldByPush: 0.5,
  /** Signals that a device hears in a day, the default. */
  signalsTold: 6,
  /** Processor seconds for a device that is told. */
  secondsOfPush: 0.001,
  /** Bytes of a document as it is delivered, with what the stream adds. */
  bytesOfDocument: 2000,
  /** Bytes of a reply of the API. */
  bytesOfReply: 4000,
  /** Bytes that Hosting sends to a member in a month: releases of the app, and its document on each opening. */
  hostingBytes: 3_000_000,
  /** Slots of an open market in a month: five days of seven. */
  slots: 288 * 21.7,
  /** Documents read by a scheduled run that has nothing to do. */
  readsOfIdleRun: 2,
  /** Seconds that a scheduled run takes. */
  secondsOfRun: 1,
  /** An API and a scheduled instance have one processor and half a gibibyte. */
  cpus: 1,
  gib: 0.5,
} as const;
export type Assumed = { readonly [Name in keyof typeof ASSUMED]: number };

/** What a device is told a signal with, taken from docs/notifications.md and not counted here: row, session and member are read, the row is written. */
export const OF_A_PUSH = { reads: 3, writes: 1 } as const;
