import {
  type Block,
  type EmailContent,
  type EmailSite,
  type TemplateName,
  templates,
} from './templates';

export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const FOOTER_TEXT = 'You’re receiving this email because your address was used on our site.';

const DEMONSTRATION_FOOTER = 'This is a demo. Its channels and broker link are placeholders.';

function renderTextBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'code':
      return `${block.label}\n${block.code}`;
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'steps':
      return block.steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
  }
}

// A line break would end the header line.
const collapseSpace = (subject: string) => subject.replace(/\s+/g, ' ').trim();

export function renderEmail(
  name: TemplateName,
  parameters: Readonly<Record<string, string>>,
  site: EmailSite,
): RenderedEmail {
  const content: EmailContent = templates[name](parameters, site);
  const subject = collapseSpace(content.subject);
  const { name: sender, isDemonstration } = site.brand;
  const foot = isDemonstration ? `${FOOTER_TEXT} ${DEMONSTRATION_FOOTER}` : FOOTER_TEXT;
  return {
    subject,
    text: `${[...content.blocks.map(renderTextBlock), foot].join('\n\n')}\n`,
    html: renderHtml({ subject, sender, foot }, content.blocks),
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (raw: string): string =>
  raw.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

// Email programs ignore style sheets. The colours work in light and dark mode.
const STYLE = {
  page: 'margin:0;padding:24px 16px;background:#f7f8fa;color:#0e1721;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif',
  card: 'max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dce3ea;border-radius:10px',
  brand: 'margin:0 0 16px;font-weight:700;font-size:16px;color:#4d6b00',
  paragraph: 'margin:0 0 16px',
  label: 'margin:0 0 4px;font-size:14px;color:#4c5d6e',
  code: 'margin:0 0 16px;padding:12px;background:#0b1016;color:#e8eef4;border-radius:10px;font:700 24px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px;text-align:center;word-break:break-all',
  button:
    'display:inline-block;padding:12px 20px;background:#c8f04b;color:#0b1016;border-radius:10px;font-weight:700;text-decoration:none',
  address: 'margin:0 0 16px;font-size:12px;color:#4c5d6e;word-break:break-all',
  list: 'margin:0 0 16px;padding-left:20px',
  foot: 'max-width:480px;margin:16px auto 0;font-size:12px;color:#4c5d6e',
} as const;

function renderHtmlBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p style="${STYLE.paragraph}">${escapeHtml(block.text)}</p>`;
    case 'code':
      return `<p style="${STYLE.label}">${escapeHtml(block.label)}</p><p style="${STYLE.code}">${escapeHtml(block.code)}</p>`;
    case 'link': {
      const url = escapeHtml(block.url);
      return `<p style="${STYLE.paragraph}"><a href="${url}" style="${STYLE.button}">${escapeHtml(block.label)}</a></p><p style="${STYLE.address}">${url}</p>`;
    }
    case 'steps': {
      const items = block.steps.map((step) => `<li>${escapeHtml(step)}</li>`).join('');
      return `<ol style="${STYLE.list}">${items}</ol>`;
    }
  }
}

function renderHtml(
  {
    subject,
    sender,
    foot,
  }: { readonly subject: string; readonly sender: string; readonly foot: string },
  blocks: readonly Block[],
): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head><body style="${STYLE.page}"><div style="${STYLE.card}"><p style="${STYLE.brand}">${escapeHtml(sender)}</p>${blocks.map(renderHtmlBlock).join('')}</div><p style="${STYLE.foot}">${escapeHtml(foot)}</p></body></html>`;
}

const SECOND_MS = 1000;

export const MAX_MAIL_ATTEMPTS = 10;

export const MAIL_LEASE_MS = 90 * SECOND_MS;

/** Exponential backoff (ms): 30 s after the first failed attempt, four hours at most. */
export const getEmailRetryDelay = (attempts: number): number =>
  Math.min(30 * SECOND_MS * 2 ** (attempts - 1), 4 * 60 * 60 * SECOND_MS);

/** Null while the email is still retried. */
export function findGiveUpReason(
  { attempts, validUntil }: { readonly attempts: number; readonly validUntil: number | null },
  isFinal: boolean,
  nextAt: number,
): 'refused' | 'attempts' | 'expired' | null {
  if (isFinal) return 'refused';
  if (attempts >= MAX_MAIL_ATTEMPTS) return 'attempts';
  return validUntil !== null && nextAt >= validUntil ? 'expired' : null;
}
