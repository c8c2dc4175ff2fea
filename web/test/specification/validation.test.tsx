import {
  FILE_TOO_LARGE,
  NOT_AN_IMAGE,
  PROOF_MAX_BYTES,
} from '@quantalgo/contracts/submissions/submission';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storePendingSignUp } from '../../src/data/auth/pendingRegistration';
import ActivateScreen from '../../src/screens/auth/ActivateScreen';
import { prepareFile } from '../../src/screens/submissions/prepareFile';
import LinkTraderScreen from '../../src/screens/submissions/LinkTraderScreen';
import SignUpScreen from '../../src/screens/auth/SignUpScreen';
import LoginScreen from '../../src/screens/auth/LoginScreen';
import ForgotScreen from '../../src/screens/auth/ForgotScreen';
import ResetScreen from '../../src/screens/auth/ResetScreen';
import { renderAt, loggedInAs } from '../support/render';
import { guest } from '../support/member';
import { pngHeader } from '../data/core/pictures';
import { accepts, answer } from './answers';

vi.mock('../../src/data/auth/countSignUpVisit', () => ({ countSignUpVisit: vi.fn<() => void>() }));

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const under = (label: string) => screen.getByLabelText(label);

const GOOD = {
  'Full name': 'Ada Obi',
  Email: 'ada@quantalgo.test',
  Country: 'Nigeria',
  Phone: '+234 801 234 5678',
  Password: 'Trader2026',
};

beforeEach(() => {
  loggedInAs(null);
  storePendingSignUp(null);
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.unstubAllGlobals();
  answer.mockReset();
});

describe('§5 Validation rules: Signup', () => {
  it.each([
    ['Full name', '', 'Full name is required'],
    ['Full name', ' Al ', 'Full name must be at least 3 characters'],
    ['Full name', 'Ada\u0007Obi', 'Full name must not contain control characters'],
    ['Email', '', 'Email is required'],
    ['Email', 'ada.obi@gmail', 'Email is invalid'],
    ['Phone', '', 'Phone number is required'],
    ['Phone', '12ab', 'Phone number is invalid'],
    ['Country', '', 'Country is required'],
    ['Password', '', 'Password is required'],
    ['Password', 'Trade26', 'Password must be at least 8 characters'],
    ['Password', 'trader2026', 'Password must contain uppercase, lowercase, and number'],
  ])('rejects %s %j: %s', (field, text, message) => {
    renderAt('/signup?step=details', <SignUpScreen />);
    for (const [label, good] of Object.entries(GOOD)) type(label, label === field ? text : good);
    press('Send my code');
    expect(under(field)).toHaveAccessibleDescription(message);
    expect(under(field)).toHaveFocus();
    expect(answer).not.toHaveBeenCalled();
  });

  it.each([
    ['Full name', 'نور O’Neil 🦉'],
    ['Telegram', ''],
    ['Phone', '(555) 123-4567'],
    ['Phone', '08012345678'],
  ])('accepts %s %j', async (field, text) => {
    accepts();
    renderAt('/signup?step=details', <SignUpScreen />);
    for (const [label, good] of Object.entries(GOOD)) type(label, good);
    type(field === 'Telegram' ? 'Telegram optional' : field, text);
    press('Send my code');
    await waitFor(() => expect(answer).toHaveBeenCalledOnce());
  });

  it('shows a field’s error on blur', () => {
    renderAt('/signup?step=details', <SignUpScreen />);
    type('Email', 'ada.obi@gmail');
    fireEvent.blur(under('Email'));
    expect(under('Email')).toHaveAccessibleDescription('Email is invalid');
    type('Email', 'ada.obi@gmail.com');
    expect(under('Email')).toHaveAccessibleDescription('');
  });
});

describe('§5 Validation rules: Confirmation code', () => {
  it('requires the code on sign-up', () => {
    storePendingSignUp({ email: 'ada@quantalgo.test', sentAt: Date.now() });
    renderAt('/signup?step=confirm', <SignUpScreen />);
    press('Confirm Account');
    expect(under('Confirmation code')).toHaveAccessibleDescription(
      'Please enter the confirmation code',
    );
  });

  it.each([
    ['', '', 'Email'],
    ['  ', 'abc2345', 'Email'],
    ['ada@quantalgo.test', '', 'Confirmation code'],
  ])('requires both fields on the activate page (%j, %j)', (email, code, field) => {
    renderAt('/activate', <ActivateScreen />);
    type('Email', email);
    type('Confirmation code', code);
    press('Confirm Account');
    expect(under(field)).toHaveAccessibleDescription(
      'Please enter both email and confirmation code',
    );
    expect(answer).not.toHaveBeenCalled();
  });
});

describe('§5 Validation rules: Login', () => {
  it('requires both fields', () => {
    renderAt('/login', <LoginScreen />);
    press('Log in');
    expect(under('Email')).toHaveAccessibleDescription('Please fill in all fields');
  });
});

describe('§5 Validation rules: Forgot password', () => {
  it.each([
    ['', 'Please enter your email address'],
    ['ada@nowhere', 'Please enter a valid email address'],
  ])('rejects %j: %s', (email, message) => {
    renderAt('/forgot-password', <ForgotScreen />);
    type('Email', email);
    press('Send Reset Link');
    expect(under('Email')).toHaveAccessibleDescription(message);
    expect(answer).not.toHaveBeenCalled();
  });
});

describe('§5 Validation rules: Reset password', () => {
  it.each([
    ['', '', 'New Password', 'Please fill in all fields'],
    ['Trader2026', '', 'Confirm New Password', 'Please fill in all fields'],
    ['Trade26', 'Trade26', 'New Password', 'Password must be at least 8 characters long'],
    ['Trader2026', 'Trader2027', 'Confirm New Password', 'Passwords do not match'],
  ])('rejects %j and %j at %s: %s', async (first, second, field, message) => {
    accepts({ email: 'ada@quantalgo.test' });
    renderAt('/reset-password?token=abcdefgh', <ResetScreen />);
    await screen.findByText('ada@quantalgo.test');
    type('New Password', first);
    type('Confirm New Password', second);
    press('Reset password');
    expect(under(field)).toHaveAccessibleDescription(message);
    expect(under(field)).toHaveFocus();
    expect(answer).toHaveBeenCalledOnce();
  });

  it('reports a missing token if the code from the email is empty', () => {
    renderAt('/reset-password', <ResetScreen />);
    press('Use this code');
    expect(under('Code from the email')).toHaveAccessibleDescription('Reset token is missing');
  });
});

describe('§5 Validation rules: Trader link', () => {
  /** A file with these bytes and this reported size. */
  const aFile = (bytes: BlobPart, size?: number) => {
    const file = new File([bytes], 'proof.png', { type: 'image/png' });
    if (size !== undefined) Object.defineProperty(file, 'size', { value: size });
    return file;
  };

  it.each([
    [aFile('<!doctype html>'), 'Please upload a valid image file (PNG, JPG, JPEG)'],
    [aFile('%PDF-1.7'), NOT_AN_IMAGE],
    [aFile(''), 'This file is empty.'],
    [aFile(pngHeader(600, 400), PROOF_MAX_BYTES), FILE_TOO_LARGE],
    [aFile(pngHeader(600, 400), PROOF_MAX_BYTES + 1), 'File size must be less than 10MB'],
  ])('rejects an invalid file (%#)', async (file, message) => {
    const proof = { takesPdf: false, malformed: NOT_AN_IMAGE };
    expect(await prepareFile(file, proof)).toBe(message);
  });

  it('requires the trader ID and the proof, and can’t be submitted without them', async () => {
    loggedInAs(guest());
    renderAt('/link-trader-id', <LinkTraderScreen />);
    const id = await screen.findByLabelText('Trader ID');
    type('Trader ID', '   ');
    fireEvent.blur(id);
    expect(id).toHaveAccessibleDescription('Please enter your trader ID');
    fireEvent.blur(under('Screenshot'));
    expect(under('Screenshot')).toHaveAccessibleDescription(
      'Please upload proof of your trader account',
    );
    expect(screen.getByRole('button', { name: 'Submit for verification' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});
