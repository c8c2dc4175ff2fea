// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { onIntent } from '../../../src/app/landing/serviceWorker';

const turnTo = (selector: string, type: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));

beforeEach(() => {
  document.body.innerHTML =
    '<p>words</p><a id="terms" href="/terms">Terms</a><a id="log-in" href="/login"><b>Log in</b></a>';
});

it.each(['pointerover', 'touchstart', 'focusin'])(
  'calls back once on %s of a link into the app, ignoring other links',
  (type) => {
    const work = vi.fn();
    onIntent(work);
    turnTo('p', type);
    turnTo('#terms', type);
    expect(work).not.toHaveBeenCalled();
    turnTo('#log-in b', type);
    turnTo('#log-in', type);
    expect(work).toHaveBeenCalledTimes(1);
  },
);
