// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { isPress } from '../../src/core/press';

const NO_FOCUS = { relatedTarget: null };

const dispatch = (target: Element, ...names: string[]) => {
  for (const name of names) target.dispatchEvent(new Event(name, { bubbles: true }));
};

afterEach(() => document.body.replaceChildren());

describe('isPress', () => {
  it('is true while a button is pressed, also after a tap’s pointer events', () => {
    const button = document.body.appendChild(document.createElement('button'));
    dispatch(button, 'pointerdown');
    expect(isPress(NO_FOCUS)).toBe(true);
    dispatch(button, 'pointerup');
    expect(isPress(NO_FOCUS)).toBe(false);
    dispatch(button, 'mousedown');
    expect(isPress(NO_FOCUS)).toBe(true);
    dispatch(button, 'mouseup', 'click');
    expect(isPress(NO_FOCUS)).toBe(false);
  });

  it('is false while anything else is pressed', () => {
    dispatch(document.body, 'pointerdown', 'mousedown');
    expect(isPress(NO_FOCUS)).toBe(false);
  });
});
