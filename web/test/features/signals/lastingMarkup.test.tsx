import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { lastingMarkup } from '../../../src/features/signals/room/lastingMarkup';

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
        <h3 hidden>20 Nov 2026</h3>
      </div>
    );
    expect(markupOf(unseen)).toBe('<div><h3 hidden="">20 Nov 2026</h3></div>');
  });

  it('ends with the first screen', () => {
    const { container } = render(
      <ul>
        <li>above</li>
        <li>below</li>
      </ul>,
    );
    const last = container.querySelector('li:last-child');
    if (last) last.getBoundingClientRect = () => new DOMRect(0, window.innerHeight + 1, 300, 53);
    expect(lastingMarkup(container)).toBe('<ul><li>above</li></ul>');
  });
});
