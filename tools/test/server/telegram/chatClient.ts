import type { Tier } from '@quantalgo/contracts/access/access';
import { telegramEndpoints, telegramLinkSchema } from '@quantalgo/contracts/telegram/endpoints';
import { changeAccess } from '@quantalgo/functions/platform/access/access';
import { markChatsDue } from '@quantalgo/functions/platform/auth/telegramChats';
import { syncChannelMembership } from '@quantalgo/functions/platform/telegram/members';
import { PASSWORD, logInNewMember } from '../../../../functions/test/server/http/members';
import { LOCAL_BOT } from '../../../src/suite/environment';
import { ESSENTIAL, SITE_URL, STARTER, type startBotApi } from './site';

export type Stage = Awaited<ReturnType<typeof startBotApi>>;

interface Moment extends Stage {
  /** Epoch ms. */
  readonly now: number;
  /** The person whose chat the test is about. */
  readonly person: number;
}

/** What members and the bot do in a chat. @param at read at each call, because time and person change */
export function createChatClient(at: () => Moment) {
  const deps = () => ({
    firestore: at().api.firestore,
    clock: () => at().now,
    api: at().bot,
    channels: LOCAL_BOT.channels,
    siteUrl: SITE_URL,
  });
  const telegram = () => at().stand.telegram;
  const heard = (who = at().person) =>
    telegram()
      .chat(String(who))
      .messages.filter(({ from }) => from === 'bot')
      .map(({ text }) => text);
  /** What the trigger of a changed chat does. */
  const sync = (who = at().person) => syncChannelMembership(deps(), String(who));
  const readCode = async (token: string) => {
    const body = { currentPassword: PASSWORD };
    const path = '/api/telegram/code';
    const { envelope } = await at().api.call(path, { method: 'POST', token, body });
    return telegramEndpoints.telegramCode.data.parse(envelope?.data);
  };
  return {
    deps,
    telegram,
    heard,
    sync,
    readCode,
    lastHeard: (who = at().person) => heard(who).at(-1) ?? '',
    isIn: (channel: string, who = at().person) => telegram().chat(channel).members.has(who),
    linkOf: async (token: string) =>
      telegramLinkSchema.parse((await at().api.call('/api/telegram', { token })).envelope?.data),
    /** A member whose chat is linked, and who was let into the channel of their tier. */
    inChannel: async (tier: Tier = 'starter') => {
      const member = await logInNewMember(at().api, { tier });
      await telegram().say(at().person, `/start ${(await readCode(member.token)).code}`);
      await sync();
      await telegram().askToJoin(at().person, tier === 'essential' ? ESSENTIAL : STARTER);
      return member;
    },
    grant: async (uid: string, tier: Tier) => {
      const change = { tier, dashboardUnlocked: tier !== 'guest', hasDeposited: tier !== 'guest' };
      const { api, now } = at();
      await changeAccess(api, { uid, change, by: 'somebody', reason: 'A test', now });
      await markChatsDue(api.firestore, uid);
      await sync();
    },
  };
}
