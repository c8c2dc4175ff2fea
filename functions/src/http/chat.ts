import type { ChatAct } from '@quantalgo/contracts/chat/chat';
import type { NetworkAct } from '@quantalgo/contracts/network/post';
import { idempotentCall } from '../platform/core/idempotency';
import { actInRoom } from '../platform/network/actions';
import { getChatUpdates, historyOf } from '../platform/chat/chat';
import { changePinned, readPinned } from '../platform/chat/pinnedNotes';
import { actsAsStaff } from './core/callers';
import type { ApiDeps } from './core/deps';
import { answerToAct } from './network';
import { enforceLimits, type HandlersOf } from './core/request';
import { needRoom } from './presence';

const toPostAction = (action: ChatAct): NetworkAct =>
  action.act === 'write' ? { act: 'write', to: null, text: action.text, signal: null } : action;

export const chatHandlers = (
  deps: ApiDeps,
): HandlersOf<'chatUpdates' | 'chatHistory' | 'actInChat'> => ({
  async chatUpdates({ body: { after }, caller }) {
    needRoom('essential-room', deps, caller);
    const { clock, firestore, limiter } = deps;
    const { uid } = caller.session;
    await enforceLimits(limiter, ['chatLooksOfMember', uid]);
    const place = after === null ? null : Date.parse(after);
    return { data: await getChatUpdates(firestore, uid, place, clock()) };
  },

  async chatHistory({ body: { before }, caller }) {
    needRoom('essential-room', deps, caller);
    await enforceLimits(deps.limiter, ['chatLooksOfMember', caller.session.uid]);
    return { data: await historyOf(deps.firestore, Date.parse(before)) };
  },

  async actInChat({ body: action, caller, idempotencyKey: key }) {
    needRoom('essential-room', deps, caller);
    const { clock, limiter } = deps;
    const { uid } = caller.session;
    await enforceLimits(limiter, ['chatActsOfMember', uid]);
    const call = idempotentCall(uid, key, 'actInChat', action);
    const mentions = action.act === 'write' ? action.mentions : [];
    const place = { room: 'essential', mentions, isStaff: actsAsStaff(deps, caller) } as const;
    try {
      const post = await actInRoom(deps, place, call, toPostAction(action), clock());
      return { data: { post } };
    } catch (error) {
      throw answerToAct(error);
    }
  },
});

export const pinnedNotesHandlers = ({
  clock,
  firestore,
}: ApiDeps): HandlersOf<'pinnedNotes' | 'changePinned'> => ({
  async pinnedNotes() {
    return { data: { board: await readPinned(firestore) } };
  },

  async changePinned({ body: action, caller: { session }, idempotencyKey: key }) {
    const call = idempotentCall(session.uid, key, 'changePinned', action);
    try {
      return { data: { board: await changePinned(firestore, action, call, clock()) } };
    } catch (error) {
      throw answerToAct(error);
    }
  },
});
