import * as z from 'zod/mini';
import { accountArchiveSchema } from './privacy/archive';
import { type Endpoint, envelopeSchema, IDEMPOTENCY_HEADER } from './core/endpoint';
import { DEMONSTRATION_BRAND } from './core/brand';
import { type EndpointName, endpoints } from './endpoints';
import { NEWS_A_DAY } from './console/console';
import { PROOFS_PAGE_SIZE, SETUPS_PAGE_SIZE } from './submissions/reviewEndpoints';
import { MAX_BOTS } from './bots/configuration';
import { HISTORY_PAGE } from './chat/chat';
import { MAX_PINNED } from './chat/pinnedNotes';

/** Kept out of the registry, so that apps don't load it. */
const SUMMARIES: Readonly<Record<EndpointName, string>> = {
  updateAccount: 'Changes name, notifications and time zone; omitted fields stay',
  changeEmail: 'Mails a code to the new address; answers addresses of other members alike',
  confirmEmail:
    'Makes the new address the account’s. All sessions end; the reply opens this one again',
  changePassword: 'Sets a new password. All sessions end; the reply opens this one again',
  choosePassword:
    'Sets the password, and the details, of an account that was opened without one; no session ends',
  devices: 'The member’s open sessions, last seen first',
  endDevice: 'Signs out one device',
  endOtherDevices: 'Signs out all devices; the reply opens this session again',
  health: 'Answers 503 while something that members wait for is overdue, or nothing watches it',
  reportProblem:
    'Stores what a device did before a problem, under the code that the member reads to support',
  findProblem: 'What a device reported under a code, for staff',
  reportFault: 'Logs a fault of the app on a device; no part of it can name a member',
  ownDocuments:
    "The member's newest tickets, and how far their newest proof and account setup have come: for a client that can't listen",
  bots: 'The paper bots of the member, oldest first',
  changeBot: `Adds or changes one paper bot of the member, ${MAX_BOTS} at most; null removes it`,
  leaderboard: 'Published configurations with their results, best first, a hundred at most',
  publicRow:
    'One published configuration with its results, for anyone who has its id: to be recomputed from the public ledger',
  publisher: 'The member’s published configurations and display name',
  chooseDisplayName: 'Sets the display name of the member; 409 if another member has it',
  publish: `Publishes a configuration from the next slot on, ${MAX_BOTS} running at most; 409 before a display name was chosen`,
  withdraw:
    'Withdraws a published configuration, which stays counted; repeating it changes nothing',
  exportAccount: 'Everything stored about the member, except the signals they received',
  exportSignals:
    'A page of the signals that the member received since joining, oldest first, with their entries of the ledger; `next` asks for the page after',
  deleteAccount:
    'Deletes the account and everything stored about its member, at once and permanently',
  login: 'Signs a confirmed member in',
  logout: 'Ends the session of the token',
  endSession:
    'Ends the session whose proof a device kept that signed out offline; answers every other proof alike',
  me: 'The signed-in member, as the server knows them now',
  register: 'Takes a registration and mails its confirmation code; answers known addresses alike',
  confirmCode: 'Opens the account that the confirmation code belongs to, and a session',
  sendActivationEmail:
    'Mails a member the steps of activation, a visitor with `email` a new confirmation code',
  validateDashboardCode: 'Unlocks the dashboard with a code that staff issued to this member',
  forgotPassword: 'Mails a link that sets a new password; answers unknown addresses alike',
  verifyResetToken: 'Returns whose password a reset token would set; consumes nothing',
  resetPassword: 'Sets a new password once and ends all sessions',
  transferCode:
    'A short single-use code that opens a session of this member elsewhere; not for staff',
  redeemTransferCode: 'Opens the session that a transfer code is for',
  telegramLink: 'Whether a chat on Telegram is linked, and which channel the member may join',
  telegramCode: 'A short single-use code that links the chat in which it is sent to the bot',
  unlinkTelegram: 'Unlinks the chat on Telegram, which leaves the channels',
  adminUsers:
    'A page of users, newest first, or of a filter. A page of a filter that is neither its first nor its last is asked for by `after` or `before`',
  searchUsers:
    'Users whose e-mail address, full name or admission code begins with the text, newest first. It only reads',
  adminUser: 'One user with the changes of their access, newest first',
  changeUserAccess:
    'Sets the access of a user. A lower tier makes their open dashboard code void. The state that they have already changes nothing. A stale version is answered 409 with the row as it is',
  adminCodes: 'The fifty dashboard codes that were issued last, with their states',
  issueCode:
    'Issues a dashboard code, shown in this reply and never again, mailed where that is asked for. An earlier one of the member is void',
  voidCode: 'Voids the open dashboard code of a member',
  sendNews: `Sends news to the devices of members who want it: once for a key, ${NEWS_A_DAY} times a day at most`,
  adminTickets:
    'Tickets of a state, fifty at most: the most urgent first, among equals the longest waiting. They are answered and closed through the members’ endpoints',
  cannedAnswers: 'Texts that support answers often, by title',
  saveCannedAnswer: 'Stores a text, whose id is the key of the call',
  deleteCannedAnswer: 'Deletes a text; deleting a missing one changes nothing',
  failedMails: 'The fifty mails that were given up last',
  retryFailedMail: 'Puts a mail that was given up back into the outbox',
  audit: 'Who did what to whom, newest first, fifty at most. It only reads',
  exportAudit:
    'A page of the audit as CSV, a thousand entries; `next` asks for the page after. It only reads',
  system: 'The state of the system',
  secondFactor:
    'Whether the caller has set up a second factor, and how many recovery codes are left',
  beginSecondFactor:
    'A new secret for an authenticator, which counts once it is confirmed. Whoever has a second factor must have shown it within a quarter of an hour',
  confirmSecondFactor:
    'Confirms the new secret with a code of it, which also passes this session. Recovery codes are shown in this reply and never again; other sessions must show the new factor',
  passSecondFactor:
    'Passes this session by a code of the authenticator, or by a recovery code, each once',
  renewRecoveryCodes:
    'New recovery codes, shown in this reply and never again; those before are void',
  countdown: 'Time left of free access',
  countdownConfig: 'Length of a round of free access in ms, and when the current one ends',
  resetCountdown: 'Begins a new round for everybody; `roundMs` sets another length',
  pushSettings:
    'The public key that subscriptions are made for, null where this site sends no push; and the pairs that signals are given for',
  pushDevices: "The member's devices that get pushes, by name",
  subscribe:
    "Subscribes this session's device to pushes. The same subscription again keeps its preferences; the one it replaces goes",
  changePush: 'Changes what a device is sent, or pauses it; omitted fields stay',
  unsubscribe: "Ends a device's pushes",
  testPush: 'Sends the device a notification',
  pushShown:
    'Reports that a push was shown, by the receipt that came with it, and returns how long it took; each counts once',
  movePush: 'Replaces a subscription that the browser renewed; the old one’s secret proves it',
  record: 'The public record in figures, with its newest settled signal',
  signals: "The signals of the member's tier",
  signal: "One signal of the member's tier",
  signalChart: 'The market around a settled signal, oldest first; empty if it was not stored',
  performance: 'The record in figures, computed from settled signals',
  heartbeat: 'The outcome of the newest slot, and when a closed market opens',
  openUpload:
    'Permits the upload of one file of this type and size, once, to the path in the reply, within a day; its id is the key of the call',
  submitPicture:
    'Hands in an uploaded picture for the entry of the journal in `slot`, or for a post where it is null. It is shown once it is redrawn; an unreferenced one is deleted after a day',
  picture: 'A picture of the caller’s own, as a JPEG in base64; null where it is not stored (yet)',
  postPicture:
    'The picture of a post in the Trader’s Network; of a held post only for its author and staff',
  submitProof:
    'Submits a trader ID with a previously uploaded proof: proofId is the id of that upload',
  submitSetup:
    'Submits a funded broker account with a previously uploaded proof, whose id is setupId, and chooses the access path',
  adminProofs: `Proofs waiting for staff, oldest first, ${PROOFS_PAGE_SIZE} at most, from the one after \`after\``,
  claimNextProof: 'Claims the oldest unclaimed proof for ten minutes; null if none is left',
  claimProof:
    'Claims a proof for ten minutes, or extends the claim; 409 if another staff member has it',
  releaseProof: 'Returns a proof to the queue',
  compareProof:
    'Stores the fingerprint of a proof’s image, and returns earlier proofs of other accounts that look alike',
  approveProof:
    'Approves a proof and grants its member the tier; 409 if another staff member has it or decided it differently',
  rejectProof: 'Rejects a proof with a reason, which is mailed to its member',
  rejectProofs:
    'Rejects several proofs with one reason; returns which, and skips those that others claimed',
  importBrokerList:
    "Imports the broker's list of accounts as CSV, with the columns trader_id, under_our_link, funded and amount; a row replaces what was known about its account",
  adminSetups: `Account setups waiting for staff, oldest first, ${SETUPS_PAGE_SIZE} at most, from the one after \`after\``,
  adminSetup: 'One account setup with everything that staff need to decide it',
  approveSetup:
    'Approves an account setup and grants its member the tier, unless they have a higher one; 409 if it was decided differently',
  rejectSetup: 'Rejects an account setup with a reason, which is mailed to its member',
  openTicket: 'Opens a support ticket, whose id is the key of the call',
  replyToTicket:
    'Adds a message, whose id is the key of the call, by its owner or staff. A closed ticket opens again',
  closeTicket: 'Closes a ticket; closing it twice changes nothing',
  postCases: 'Posts waiting for moderators, oldest first: first posts, links, reports',
  decidePost:
    'Removes a post for a reason, or keeps it and publishes it if it was held; it leaves the queue',
  restrictMember:
    "Mutes a member of the Trader's Network for a day, bans them, or lifts either; it applies from the next act on",
  pinnedNotes: 'The notes that staff pinned above the chat of the Essential Room, newest first',
  changePinned: `Pins a note above the chat, at most ${MAX_PINNED} at once, edits one or takes it down; a new one has the key of the call as its id`,
  liveFigures:
    'Members online, signals and posts of today, and devices that signals reach, counted at most once a minute',
  networkUpdates:
    "Counts the caller as online in the Trader's Network; returns its figures, the caller’s restrictions, and the posts that changed",
  chatUpdates:
    'The figures of the Essential Room, the caller’s restrictions, and the messages that changed; counts the caller as online',
  chatHistory: `A page of ${HISTORY_PAGE} messages of the Essential Room that were written before a time, newest first`,
  actInChat:
    'Writes, deletes or reports a message, once for the key of the call, which is the id of a new message',
  bePresent:
    'Reports that the caller has a room open, every four minutes; returns how many members are online, counted once a minute',
  actInNetwork:
    'Writes, edits, deletes, likes or reports a post, or hides an author, once for the key of the call, which is the id of a new post',
  sessionCalendar:
    'The calendar of live sessions, in GMT: planned sessions, and the days that staff left out',
  liveUpdates:
    'Counts the caller as a viewer; the newest live sessions, the notes in them that changed, and whether the caller may ask',
  actInLive:
    'Asks a question in a live session, or deletes one, once for the key of the call, which is the id of a new question',
  liveHostView: 'The calendar, the newest live sessions and their notes, for their host',
  hostLive:
    'Opens or closes a live session, writes a note, pins a level, answers or removes; a new note has the key of the call as its id',
  changeCalendar:
    'Adds or replaces a planned live session, removes one, or cancels one of its days; the last change of a plan holds',
  journal:
    "The entries of the member's journal, in order of change, from the one after `after`; `next` asks for the page after",
  writeJournal:
    'Writes entries of the journal, once for the key of the call. The later write wins, and a value that its writer had not seen is kept in `besides`',
  courses:
    'The courses of the Mentorship Vault, with all their lessons; null where the caller has this version',
  learning: 'The lessons that the member finished, their answers and notes',
  writeLearning:
    'Writes the member’s progress in one lesson, once for the key of the call. Finished lessons stay finished; the later answer and note win, and a note that its writer had not seen is kept in `besides`',
};

const NAMES = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints);

const SECURITY = {
  public: [],
  optional: [{}, { bearer: [] }],
  member: [{ bearer: [] }],
  staff: [{ bearer: ['staff'] }],
};

const IDEMPOTENCY_KEY = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};

/** Only `z.json()` refers to itself, so every reference means a JSON value. */
function shareJson(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('$ref' in node) node.$ref = '#/components/schemas/Json';
  Object.values(node).forEach(shareJson);
}

const toSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const { $schema: _dialect, $defs: _values, ...json } = converted;
  shareJson(json);
  return json;
};

const toParameters = (schema: z.ZodMiniType | undefined, place: 'query' | 'path') => {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input');
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
};

function toResponse(data: z.ZodMiniType) {
  const envelope = toSchema(envelopeSchema, 'output');
  return {
    description: 'Success',
    content: {
      'application/json': {
        schema: {
          ...envelope,
          properties: { ...envelope.properties, data: toSchema(data, 'input') },
        },
      },
    },
  };
}

const ERROR = {
  description: 'The first broken rule, in words',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
};

function toOperation(name: EndpointName, endpoint: Endpoint) {
  const { caller, body, secondFactor = 'shown' } = endpoint;
  return {
    operationId: name,
    summary: SUMMARIES[name],
    security: SECURITY[caller],
    ...(caller === 'staff' && { 'x-second-factor': secondFactor }),
    parameters: [
      ...toParameters(endpoint.params, 'path'),
      ...toParameters(endpoint.query, 'query'),
      ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toSchema(body, 'input') } },
      },
    }),
    responses: { 200: toResponse(endpoint.data), default: ERROR },
  };
}

export function buildOpenApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const name of NAMES) {
    const endpoint: Endpoint = endpoints[name];
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${DEMONSTRATION_BRAND.name} API`,
      version: '1.0.0',
      description: DEMONSTRATION_BRAND.description,
    },
    paths,
    components: {
      schemas: {
        Envelope: toSchema(envelopeSchema, 'output'),
        Json: { description: 'Any JSON value' },
        AccountArchive: toSchema(accountArchiveSchema, 'input'),
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
