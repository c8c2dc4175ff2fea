import { BRAND } from '@quantalgo/contracts';
import type { Block } from './blocks';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it, markup in it included. */
export const escapeHtml = (raw: string): string =>
  raw.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Mail programs know no style sheets: each element carries its own. Colours stand in light and dark alike. */
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

function blockAsHtml(block: Block): string {
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

/** The HTML part of a mail, one narrow column. Whatever stands in a block is shown as text. */
export function htmlOf(subject: string, blocks: readonly Block[], foot: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head><body style="${STYLE.page}"><div style="${STYLE.card}"><p style="${STYLE.brand}">${escapeHtml(BRAND.name)}</p>${blocks.map(blockAsHtml).join('')}</div><p style="${STYLE.foot}">${escapeHtml(foot)}</p></body></html>`;
}
