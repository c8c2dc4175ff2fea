import type { SentPostback } from './broker';

export const BROKER_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

const STYLESHEET = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  form { display: flex; gap: .75rem; align-items: end; flex-wrap: wrap; margin: 1rem 0; }
  label { display: grid; font-size: .875rem; }
  input, button { font: inherit; min-height: 2.75rem; padding: .25rem .75rem; box-sizing: border-box; border: 1px solid #8888; border-radius: .5rem; }
  li { overflow-wrap: anywhere; margin: .5rem 0; }
`;

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const renderField = (name: string, label: string, value: string) =>
  `<label>${label}<input name="${name}" value="${escape(value)}"></label>`;

const BUTTONS = [
  ['register', 'Register'],
  ['confirm', 'Confirm email'],
  ['deposit', 'Deposit'],
  ['withdraw', 'Withdraw'],
  ['repeat', 'Repeat the last call'],
] as const;

const renderSent = ({ at, query, status }: SentPostback) =>
  `<li><strong>${status === 0 ? 'no response' : status}</strong> ${new Date(at).toISOString().slice(11, 19)}Z <code>${escape(query)}</code></li>`;

export const renderBrokerPage = (sent: readonly SentPostback[], clickId: string): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Broker stand-in</title><style>${STYLESHEET}</style></head>
<body><h1>Broker stand-in</h1>
<p>Act as a trader at the broker. Each action is reported to the site, as a real affiliate programme would do. The click ID is the member’s admission code.</p>
<form method="post" action="/act">
${renderField('click_id', 'Click ID', clickId)}${renderField('trader_id', 'Trader ID', 'PO991003')}${renderField('amount', 'Dollars', '150')}
${BUTTONS.map(([action, label]) => `<button name="action" value="${action}">${label}</button>`).join('\n')}
</form>
<h2>Calls</h2>
${sent.length === 0 ? '<p>None yet.</p>' : `<ol>${sent.map(renderSent).join('\n')}</ol>`}
</body></html>`;
