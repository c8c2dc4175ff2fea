/** Somebody who has not scrolled sees nothing of it. A name of a day that is hidden is shown on the next one. */
const isUnseen = (element: Element): boolean =>
  element.getBoundingClientRect().top + window.scrollY > window.innerHeight ||
  (getComputedStyle(element).display === 'none' && !element.hasAttribute('hidden'));

/**
 * The markup of the app's first screen as it can be shown again: what is marked `data-lasting` stays true, all else only
 * holds its place. Lines of the history are closed; identifiers and style attributes, which the site's content policy
 * refuses, are left out.
 */
export function lastingMarkup(app: Element): string {
  const copy = document.createElement('div');
  copy.append(...app.cloneNode(true).childNodes);
  const copies = [...copy.querySelectorAll('*')];
  const unseen = [...app.querySelectorAll('*')].map(isUnseen);
  copies.forEach((element, index) => {
    if (unseen[index] === true || element.matches('dialog, details > :not(summary)'))
      element.remove();
    for (const name of ['id', 'style', 'open']) element.removeAttribute(name);
  });
  return copy.innerHTML;
}
