// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, describeFailure, NetworkError } from '../../src/data/core/errors';
import { onProblem } from '../../src/core/problem';

const onCode = vi.fn();
onProblem(onCode);
afterEach(() => onCode.mockReset());

const WORDS = { fallback: 'Failed to save' };

it.each([
  ['a fault of the server', new ApiError('Failed to save', 500)],
  ['a fault of the app', new RangeError('Invalid time value')],
])('shows a code beside %s', (_, error) => {
  describeFailure(error, WORDS);
  expect(onCode).toHaveBeenCalledExactlyOnceWith('call');
});

it.each([
  ['a refusal that says what to do', new ApiError('Your current password is incorrect', 400)],
  ['a limit', new ApiError('Too many attempts', 429, 60)],
  ['a lost connection', new NetworkError(new TypeError('Failed to fetch'))],
  ['a network that stalls', new NetworkError(new DOMException('', 'TimeoutError'))],
])('shows none beside %s', (_, error) => {
  describeFailure(error, WORDS);
  expect(onCode).not.toHaveBeenCalled();
});
