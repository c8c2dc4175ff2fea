// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  eraseDrafts,
  readDraft,
  readLocal,
  readTabState,
  SCREEN_KEY,
  setDraftOwner,
  writeDraft,
  writeTabState,
  writeLocal,
} from '../../../src/data/core/webStorage';

const KEY = 'quantalgo.text';
const SCREEN = `${SCREEN_KEY}/dashboard`;

/** Makes localStorage throw on writes while `isFull`. */
function fill(isFull: () => boolean): void {
  const set = localStorage.setItem.bind(localStorage);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, text) => {
    if (isFull()) throw new DOMException('No room left', 'QuotaExceededError');
    set(key, text);
  });
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  writeLocal(KEY, null);
});

describe('a value that doesn’t fit into localStorage', () => {
  it('evicts the screens stored for the first paint', () => {
    writeLocal(SCREEN, 'a large picture of a screen');
    writeLocal(KEY, 'old');
    fill(() => localStorage.getItem(SCREEN) !== null);
    writeLocal(KEY, 'new');
    expect([localStorage.getItem(KEY), localStorage.getItem(SCREEN)]).toEqual(['new', null]);
  });

  it('is read in place of the stored older value', () => {
    writeLocal(KEY, 'old');
    fill(() => true);
    writeLocal(KEY, 'new');
    expect(readLocal(KEY)).toBe('new');
    writeLocal(KEY, 'newest');
    expect(readLocal(KEY)).toBe('newest');
    writeLocal(KEY, null);
    expect(readLocal(KEY)).toBeNull();
  });

  it('is superseded when another tab stores or removes the value', () => {
    for (const others of ['of another tab', null]) {
      writeLocal(KEY, 'old');
      fill(() => true);
      writeLocal(KEY, 'new');
      vi.restoreAllMocks();
      if (others === null) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, others);
      expect(readLocal(KEY)).toBe(others);
    }
  });

  it('is stored once there is room again', () => {
    fill(() => true);
    writeLocal(KEY, 'new');
    expect([readLocal(KEY), localStorage.getItem(KEY)]).toEqual(['new', null]);
    vi.restoreAllMocks();
    writeLocal(KEY, 'newer');
    expect(localStorage.getItem(KEY)).toBe('newer');
  });
});

describe('denied localStorage', () => {
  it('keeps values until the page is closed', () => {
    vi.stubGlobal('localStorage', undefined);
    writeLocal(KEY, 'text');
    expect(readLocal(KEY)).toBe('text');
    writeLocal(KEY, null);
    expect(readLocal(KEY)).toBeNull();
  });
});

describe('a draft', () => {
  const display = (isInstalled: boolean) =>
    vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }));

  afterEach(() => {
    eraseDrafts();
    setDraftOwner(null);
  });

  it('outlives the window of an installed app, but not that of a browser', () => {
    setDraftOwner('ada');
    for (const isInstalled of [true, false]) {
      display(isInstalled);
      writeDraft('ticket', 'My deposit');
      sessionStorage.clear();
      expect(readDraft('ticket')).toBe(isInstalled ? 'My deposit' : undefined);
    }
  });

  it('is stored in an installed app instead of the screens for the first paint', () => {
    display(true);
    writeLocal(SCREEN, 'a large picture of a screen');
    fill(() => localStorage.getItem(SCREEN) !== null);
    writeDraft('ticket', 'My deposit');
    expect(readDraft('ticket')).toBe('My deposit');
    expect(localStorage.getItem(SCREEN)).toBeNull();
  });

  it('outlives the state of the tab, which an installed app loses with its window', () => {
    display(true);
    writeTabState('scroll', 120);
    expect(readTabState('scroll')).toBe(120);
    sessionStorage.clear();
    expect(readTabState('scroll')).toBeUndefined();
  });

  it.each([true, false])('stays for its owner only (installed: %s)', (isInstalled) => {
    display(isInstalled);
    for (const owner of ['ada', 'bola']) {
      setDraftOwner(owner);
      writeDraft('ticket', owner);
    }
    eraseDrafts('ada');
    expect(readDraft('ticket')).toBeUndefined();
    setDraftOwner('ada');
    expect(readDraft('ticket')).toBe('ada');
    eraseDrafts();
    expect(readDraft('ticket')).toBeUndefined();
  });
});
