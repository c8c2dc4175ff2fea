import { describe, expect, it } from 'vitest';
import { getLaunchEffect } from '../../src/app/App';

const at = (path: string) => new URL(path, 'https://quantalgo.example');

describe('getLaunchEffect', () => {
  it.each([
    [
      'keeps the current screen when opened by the app’s icon',
      '/dashboard',
      '/dashboard/support',
      'stay',
    ],
    [
      'keeps the current screen for a shortcut to it',
      '/dashboard/signals',
      '/dashboard/signals/',
      'stay',
    ],
    [
      'switches screens for a shortcut to another screen',
      '/dashboard/support',
      '/dashboard',
      'screen',
    ],
    [
      'loads the document for a shortcut outside the dashboard',
      '/verify',
      '/dashboard',
      'document',
    ],
    ['opens the form for a shared picture', '/share-target', '/dashboard', 'shared'],
    ['keeps the form that shows a shared picture', '/share-target', '/link-trader-id', 'stay'],
  ])('%s', (_, target, here, what) => expect(getLaunchEffect(at(target), here)).toBe(what));
});
