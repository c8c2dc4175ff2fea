import { evidenceText, faultSentence, readFault } from '../data/ledger/logFault';

const ID = 'log-fault';

/** Styles of its own: the visitor's documents carry the rules of what they were drawn with, and no others. */
const LOOK = {
  bar: 'display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px;padding:12px 16px;padding-top:max(12px,env(safe-area-inset-top));background:#a8291a;color:#fff;font-size:14px;line-height:1.4',
  words: 'flex:1 1 16rem;min-width:0;margin:0',
  save: 'padding:10px 16px;border:1px solid #fff;border-radius:8px;color:#fff;font-weight:600;text-decoration:none',
} as const;

function element<K extends 'div' | 'p' | 'strong' | 'a'>(
  name: K,
  look: string,
  ...content: (string | Node)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.style.cssText = look;
  made.append(...content);
  return made;
}

/**
 * Warns above everything else of a document that the record was rewritten, once, with the evidence. It stays: nothing makes
 * that undone. Pages load this where a flag says that there is a fault.
 */
export async function drawLogBar(): Promise<void> {
  const found = await readFault().catch(() => null);
  if (!found || document.getElementById(ID)) return;
  const save = element('a', LOOK.save, 'Save both checkpoints');
  save.href = URL.createObjectURL(new Blob([evidenceText(found)], { type: 'text/plain' }));
  save.download = 'checkpoints.txt';
  const words = element(
    'p',
    LOOK.words,
    element('strong', '', faultSentence(found)),
    ' Don’t rely on its figures until that is explained. This device keeps both signed checkpoints: anyone can check them.',
  );
  const bar = element('div', LOOK.bar, words, save);
  bar.id = ID;
  bar.setAttribute('role', 'alert');
  document.body.prepend(bar);
  // What is as high as the window makes room for it.
  const makeRoom = () =>
    document.documentElement.style.setProperty('--above', `${bar.offsetHeight}px`);
  makeRoom();
  window.addEventListener('resize', makeRoom);
}
