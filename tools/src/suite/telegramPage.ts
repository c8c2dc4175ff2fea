import { LOCAL_BOT } from './environment';
import type { Chat } from './telegramChats';

export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

const STYLESHEET = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.75rem; line-height: 1.2; }
  h2 { font-size: 1.25rem; line-height: 1.3; margin: 2rem 0 .25rem; }
  p { margin: .25rem 0 .75rem; }
  form { display: flex; gap: .75rem; align-items: end; flex-wrap: wrap; margin: 1rem 0; }
  label { display: grid; font-size: .875rem; }
  input, button { font: inherit; min-height: 2.75rem; padding: .25rem .75rem; box-sizing: border-box; border: 1px solid #8888; border-radius: .5rem; }
  input[name=person] { width: 7rem; }
  label:has(input[name=text]) { flex: 1 1 12rem; }
  article { border-left: 3px solid #2aabee; background: #8882; padding: .5rem .75rem; margin: .75rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  article.person { border-color: #8888; }
  small { display: block; opacity: .75; }
`;

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const PERSON_NAMES: Readonly<Record<string, string>> = {
  [LOCAL_BOT.channels.starter]: 'Starter signals (private channel)',
  [LOCAL_BOT.channels.essential]: 'Essential signals (private channel)',
};

const MAX_MESSAGES = 50;

const formatTime = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** The bot's text is HTML that was validated on receipt, so it contains only `<b>` and `<a>`. */
function renderMessage({ from, text, silent, sentAt, editedAt }: Chat['messages'][number]): string {
  const isBot = from === 'bot';
  const editNote = editedAt === null ? '' : ` · edited ${formatTime(editedAt)}`;
  const footer = `${formatTime(sentAt)}${editNote}${silent && isBot ? ' · silent' : ''}`;
  return `<article class="${isBot ? 'bot' : 'person'}">${isBot ? text : escape(text)}<small>${footer}</small></article>`;
}

function renderChat({ id, messages, members }: Chat): string {
  const isChannel = id.startsWith('-');
  const people = isChannel ? `<p>Members: ${[...members].join(', ') || 'nobody yet'}</p>` : '';
  const entries = messages.slice(-MAX_MESSAGES).reverse().map(renderMessage).join('\n');
  return `<section><h2>${PERSON_NAMES[id] ?? `Person ${escape(id)}`}</h2>${people}${entries || '<p>Nothing yet.</p>'}</section>`;
}

const renderField = (name: string, label: string, value: string) =>
  `<label>${label}<input name="${name}" value="${value}"></label>`;

const MESSAGE_FORM = `<form method="post" action="/act">
${renderField('person', 'Person', '7001')}${renderField('text', 'Message', '/record')}<button>Send</button>
${Object.entries(LOCAL_BOT.channels)
  .map(([tier, chat]) => `<button name="chat" value="${chat}">Join the ${tier} channel</button>`)
  .join('\n')}
</form>`;

export function renderTelegramPage(chats: readonly Chat[]): string {
  const chatsById = new Map(chats.map((chat) => [chat.id, chat]));
  const channels = Object.values(LOCAL_BOT.channels).map(
    (id): Chat => chatsById.get(id) ?? { id, messages: [], members: new Set() },
  );
  const personChats = chats.filter(({ id }) => PERSON_NAMES[id] === undefined);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Telegram stand-in</title><style>${STYLESHEET}</style></head>
<body><h1>Telegram stand-in</h1>
<p>Messages that the bot sends on this machine appear only here. Choose a person by Telegram ID, then write to the bot or ask to join a channel.</p>
${MESSAGE_FORM}
${[...channels, ...personChats].map(renderChat).join('\n')}
</body></html>`;
}
