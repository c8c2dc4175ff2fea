// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, describeFailure, NetworkError } from '../../src/data/core/errors';
import { onProblem } from '../../src/core/problem';

const onCode = vi.fn();
onProblem(onCode);
afterEach(() => onCode.mockReset());

const WORDS = { fallback: 'Failed to save' };

it.each([
  ['a server error', new ApiError('Failed to save', 500)],
  ['an app error', new RangeError('Invalid time value')],
])('shows a problem code for %s', (_, error) => {
  describeFailure(error, WORDS);
  expect(onCode).toHaveBeenCalledExactlyOnceWith('call');
});

it.each([
  ['a rejection with instructions', new ApiError('Your current password is incorrect', 400)],
  ['a rate limit', new ApiError('Too many attempts', 429, 60)],
  ['a lost connection', new NetworkError(new TypeError('Failed to fetch'))],
  ['a network timeout', new NetworkError(new DOMException('', 'TimeoutError'))],
])('shows no problem code for %s', (_, error) => {
  describeFailure(error, WORDS);
  expect(onCode).not.toHaveBeenCalled();
});
