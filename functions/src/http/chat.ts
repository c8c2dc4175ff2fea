import type { ChatAction } from '@quantalgo/contracts/chat/chat';
import type { NetworkAction } from '@quantalgo/contracts/network/post';
import { createIdempotentCall } from '../platform/core/idempotency';
import { performRoomAction } from '../platform/network/actions';
import { getChatUpdates, readHistory } from '../platform/chat/chat';
import { changePinBoard, readPinBoard } from '../platform/chat/pinnedNotes';
import { hasStaffRights, requireFeature } from './core/callers';
import type { ApiDeps } from './core/deps';
import { toActionRefusal } from './network';
import { enforceLimits, type EndpointHandlers } from './core/request';

const toNetworkAction = (action: ChatAction): NetworkAction =>
  action.action === 'write'
    ? { action: 'write', to: null, text: action.text, signal: null }
    : action;

export const createChatHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'chatUpdates' | 'chatHistory' | 'sendChatAction'> => ({
  async chatUpdates({ body: { after }, caller }) {
    requireFeature(deps, caller, 'essential-room');
    const { clock, firestore, limiter } = deps;
    const { uid } = caller.session;
    await enforceLimits(limiter, ['memberChatReads', uid]);
    const afterMs = after === null ? null : Date.parse(after);
    return { data: await getChatUpdates(firestore, uid, afterMs, clock()) };
  },

  async chatHistory({ body: { before }, caller }) {
    requireFeature(deps, caller, 'essential-room');
    await enforceLimits(deps.limiter, ['memberChatReads', caller.session.uid]);
    return { data: await readHistory(deps.firestore, Date.parse(before)) };
  },

  async sendChatAction({ body: action, caller, idempotencyKey: key }) {
    requireFeature(deps, caller, 'essential-room');
    const { clock, limiter } = deps;
    const { uid } = caller.session;
    await enforceLimits(limiter, ['memberChatActions', uid]);
    const call = createIdempotentCall(uid, key, 'sendChatAction', action);
    const mentions = action.action === 'write' ? action.mentions : [];
    const context = { room: 'essential', mentions, isStaff: hasStaffRights(deps, caller) } as const;
    try {
      const post = await performRoomAction(deps, context, call, toNetworkAction(action), clock());
      return { data: { post } };
    } catch (error) {
      throw toActionRefusal(error);
    }
  },
});

export const createPinnedNotesHandlers = ({
  clock,
  firestore,
}: ApiDeps): EndpointHandlers<'pinnedNotes' | 'changePinned'> => ({
  async pinnedNotes() {
    return { data: { board: await readPinBoard(firestore) } };
  },

  async changePinned({ body: action, caller: { session }, idempotencyKey: key }) {
    const call = createIdempotentCall(session.uid, key, 'changePinned', action);
    try {
      return { data: { board: await changePinBoard(firestore, action, call, clock()) } };
    } catch (error) {
      throw toActionRefusal(error);
    }
  },
});
