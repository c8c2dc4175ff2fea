import {
  formatEvidence,
  formatFault,
  type RecordedFault,
  readFault,
} from '../data/record/logFault';

const BAR_ID = 'log-fault';

/** Inline, because prerendered pages contain only the CSS that they use. */
const INLINE_STYLES = {
  bar: 'display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px;padding:12px 16px;padding-top:max(12px,env(safe-area-inset-top));background:#a8291a;color:#fff;font-size:14px;line-height:1.4',
  text: 'flex:1 1 16rem;min-width:0;margin:0',
  save: 'padding:10px 16px;border:1px solid #fff;border-radius:8px;color:#fff;font-weight:600;text-decoration:none',
} as const;

function createElement<K extends 'div' | 'p' | 'strong' | 'a'>(
  name: K,
  style: string,
  ...content: (string | Node)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(name);
  node.style.cssText = style;
  node.append(...content);
  return node;
}

const ADVICE_TEXT =
  'Don’t rely on the record’s figures until this is explained. Both signed checkpoints are saved on this device for anyone to verify.';

function createBar(fault: RecordedFault): HTMLDivElement {
  const link = createElement('a', INLINE_STYLES.save, 'Save both checkpoints');
  link.href = URL.createObjectURL(new Blob([formatEvidence(fault)], { type: 'text/plain' }));
  link.download = 'checkpoints.txt';
  const sentence = createElement('strong', '', formatFault(fault));
  const bar = createElement(
    'div',
    INLINE_STYLES.bar,
    createElement('p', INLINE_STYLES.text, sentence, ` ${ADVICE_TEXT}`),
    link,
  );
  bar.id = BAR_ID;
  bar.setAttribute('role', 'alert');
  return bar;
}

const reserveSpace = () =>
  document.documentElement.style.setProperty(
    '--above',
    `${document.getElementById(BAR_ID)?.offsetHeight ?? 0}px`,
  );

/**
 * Warns above all other content that the record was rewritten, and offers the evidence. Pages load
 * this only if a fault is flagged.
 */
export async function showLogBar(): Promise<void> {
  const fault = await readFault().catch(() => null);
  const currentBar = document.getElementById(BAR_ID);
  const bar = fault && createBar(fault);
  // Screen readers announce an alert again when it is redrawn.
  if (bar?.textContent === currentBar?.textContent) return;
  currentBar?.remove();
  if (bar) document.body.prepend(bar);
  reserveSpace();
  window.addEventListener('resize', reserveSpace);
}
