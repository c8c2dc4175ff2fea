/** Lines of the history that are kept: a phone's first screen and some. */
const LINES = 12;

/**
 * The markup of the app as it can be shown again: what is marked `data-lasting` stays true, all else only holds its place.
 * Lines of the history are closed; identifiers and style attributes, which the site's content policy refuses, are left out.
 */
export function lastingMarkup(app: Element): string {
  const copy = document.createElement('div');
  copy.append(...app.cloneNode(true).childNodes);
  const lines = copy.querySelectorAll('details');
  for (const line of lines) line.removeAttribute('open');
  for (const gone of [
    ...copy.querySelectorAll('dialog, details > :not(summary)'),
    ...[...lines].slice(LINES).map((line) => line.parentElement ?? line),
  ])
    gone.remove();
  for (const element of copy.querySelectorAll('[id], [style]')) {
    element.removeAttribute('id');
    element.removeAttribute('style');
  }
  return copy.innerHTML;
}
