import { type Message } from './messages';

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  form, summary { display: flex; gap: .75rem; align-items: baseline; flex-wrap: wrap; }
  input { flex: 1; font: inherit; padding: .4rem .6rem; min-width: 12rem; }
  button { font: inherit; padding: .4rem .9rem; cursor: pointer; }
  details { border-top: 1px solid #8886; padding: .75rem 0; }
  summary { cursor: pointer; }
  summary strong { flex: 1 1 14rem; }
  summary span, time { color: #777; font-size: .875rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8882; padding: .75rem; border-radius: .4rem; }
  iframe { width: 100%; height: 28rem; border: 1px solid #8886; border-radius: .4rem; background: #fff; }
`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

function frameOf(html: string): string {
  if (html === '') return '';
  const source = escape(`<base target="_blank">${html}`);
  const sandbox = 'allow-popups allow-popups-to-escape-sandbox';
  return `<iframe title="The mail as HTML" sandbox="${sandbox}" srcdoc="${source}"></iframe>`;
}

function entryOf({ to, subject, text, html, receivedAt }: Message): string {
  return `<details><summary><strong>${escape(subject || '(no subject)')}</strong>
    <span>${escape(to)}</span> <time datetime="${receivedAt}">${receivedAt.slice(0, 19)}Z</time></summary>
    ${text === '' ? '' : `<pre>${escape(text)}</pre>`}${frameOf(html)}</details>`;
}

/** What the browser may do on the inbox page: no script runs, neither the page's nor a mail's. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; form-action 'self'; frame-ancestors 'none'";

/** The inbox as an HTML page. A mail's text is shown as text, its HTML in a frame of its own without rights. */
export function inboxPage(messages: Message[], to: string): string {
  const empty = '<p>No mail yet. What the product sends on this machine arrives here.</p>';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inbox (${messages.length})</title><style>${STYLE}</style></head>
<body><h1>Inbox</h1>
<form><input name="to" type="search" aria-label="Recipient" placeholder="Only mails to …" value="${escape(to)}">
<button>Show newest</button></form>
${messages.map(entryOf).join('\n') || empty}
</body></html>`;
}
