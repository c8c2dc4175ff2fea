import type { Page } from '@playwright/test';

/** The marks that {@link translate} puts around what it replaced. */
const MARKS = /[«»]/g;

/** Elements that {@link meddle} adds. */
const FOREIGN = 'foreign-tool';

/** The element that a translator puts words into. */
const TRANSLATION = 'font';

/** Runs in the page, so it can't use outer names. */
function startTranslator(tag: string): void {
  const KEPT = 'script, style, noscript, template, textarea, input, svg, [translate="no"]';
  const translations = new WeakSet<Node>();
  const replace = (text: Text) => {
    const isKept = text.parentElement?.closest(KEPT) !== null;
    if (isKept || translations.has(text) || text.data.trim() === '') return;
    const outer = document.createElement(tag);
    const inner = outer.appendChild(document.createElement(tag));
    translations.add(inner.appendChild(document.createTextNode(`«${text.data}»`)));
    text.replaceWith(outer);
  };
  const translateIn = (node: Node) => {
    if (node instanceof Text) return replace(node);
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode())
      if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    texts.forEach(replace);
  };
  const start = () => {
    translateIn(document.body);
    const observer = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (target instanceof Text) replace(target);
        else addedNodes.forEach(translateIn);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  addEventListener('DOMContentLoaded', start);
}

/**
 * Translates every page from now on as a browser does: each text node is replaced by `<font><font>…</font></font>`, new
 * ones as they appear. The words stay and are marked: `«Signals»`.
 */
export const translate = (page: Page): Promise<unknown> =>
  page.addInitScript(startTranslator, TRANSLATION);

/** Runs in the page, so it can't use outer names. */
function startMeddling(tag: string): void {
  const meddleWith = (element: Element) => {
    if (element.localName === tag || element.closest('svg, head') !== null) return;
    element.setAttribute('data-foreign', '');
    element.setAttribute('data-darkreader-inline-bgcolor', '');
    if (!element.matches('p, li, div, label, main')) return;
    if (element.querySelector(`:scope > ${tag}`) === null)
      element.append(document.createElement(tag));
  };
  const meddleIn = (node: Node) => {
    if (!(node instanceof Element)) return;
    meddleWith(node);
    for (const inside of node.querySelectorAll('*')) meddleWith(inside);
  };
  const start = () => {
    meddleIn(document.body);
    document.body.after(document.createElement(tag));
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(meddleIn);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  };
  addEventListener('DOMContentLoaded', start);
}

/** Adds attributes and empty elements to every page from now on, as dark modes and grammar checkers do. */
export const meddle = (page: Page): Promise<unknown> => page.addInitScript(startMeddling, FOREIGN);

/** The text below the first match of `selector`, without a translator's marks. */
export async function readWords(page: Page, selector: string): Promise<string> {
  const text = await page
    .locator(selector)
    .first()
    .evaluate(({ textContent }) => textContent);
  return text.replace(MARKS, '').replace(/\s+/g, ' ');
}
