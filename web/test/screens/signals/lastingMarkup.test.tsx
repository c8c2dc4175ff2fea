import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { lastingMarkup } from '../../../src/screens/signals/SignalRoom';

const markupOf = (app: React.ReactElement) => lastingMarkup(render(app).container);

describe('what is kept of the room', () => {
  it('holds its lines closed', () => {
    const line = (
      <details open>
        <summary>EUR/USD</summary>
        <p>all that is known</p>
      </details>
    );
    expect(markupOf(line)).toBe('<details><summary>EUR/USD</summary></details>');
  });

  it('needs neither identifiers nor styles of its own', () => {
    const strip = (
      <p id="strip" style={{ width: '40%' }} data-lasting>
        won
      </p>
    );
    expect(markupOf(strip)).toBe('<p data-lasting="true">won</p>');
  });

  it('leaves out what nobody sees, but for the name of today', () => {
    const unseen = (
      <div>
        <dialog>More</dialog>
        <p style={{ display: 'none' }}>for wide screens</p>
        <nav style={{ display: 'none' }} data-lasting>
          for wide screens
        </nav>
        <h3 hidden>20 Nov 2026</h3>
      </div>
    );
    expect(markupOf(unseen)).toBe('<div><h3 hidden="">20 Nov 2026</h3></div>');
  });

  it('holds no more than a place for what could be entered', () => {
    expect(markupOf(<div data-passing>{<p>EUR/USD PUT</p>}</div>)).toBe(
      '<div data-passing="true"></div>',
    );
  });

  it('has the newest lines of the history wherever they stood', () => {
    const { container } = render(
      <ul data-lasting>
        {Array.from({ length: 20 }, (_, line) => (
          <li key={line}>
            <details>
              <summary>{line}</summary>
            </details>
          </li>
        ))}
      </ul>,
    );
    for (const line of container.querySelectorAll('li'))
      line.getBoundingClientRect = () => new DOMRect(0, window.innerHeight + 1, 300, 53);
    expect(lastingMarkup(container).match(/<summary>\d+/g)).toHaveLength(10);
  });

  it('ends with the first screen', () => {
    const { container } = render(
      <div>
        <p>above</p>
        <p>below</p>
      </div>,
    );
    const last = container.querySelector('p:last-child');
    if (last) last.getBoundingClientRect = () => new DOMRect(0, window.innerHeight + 1, 300, 53);
    expect(lastingMarkup(container)).toBe('<div><p>above</p></div>');
  });
});
