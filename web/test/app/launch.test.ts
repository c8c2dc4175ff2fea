import { describe, expect, it } from 'vitest';
import { getLaunchEffect } from '../../src/app/App';

const at = (path: string) => new URL(path, 'https://quantalgo.example');

describe('opening the app where it is open already', () => {
  it.each([
    ['its icon leaves what is there', '/dashboard', '/dashboard/support', 'stay'],
    ['a shortcut to what is shown leaves it', '/dashboard/signals', '/dashboard/signals/', 'stay'],
    ['a shortcut shows its screen', '/dashboard/support', '/dashboard', 'screen'],
    ['a shortcut to a page of its own opens that', '/verify', '/dashboard', 'document'],
  ])('%s', (_, target, here, what) => expect(getLaunchEffect(at(target), here)).toBe(what));
});
