import { PATHS } from '@quantalgo/contracts/core/paths';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { PHONE_HELP, SIGN_UP_FIELDS_TEXT } from '../../../src/content/signUp';
import SignUpScreen from '../../../src/screens/auth/SignUpScreen';
import { renderAt, loggedInAs } from '../../support/render';

beforeEach(() => loggedInAs(null));

describe('sign-up', () => {
  it('lists the form’s fields as the landing page does', () => {
    renderAt(PATHS.signUp, <SignUpScreen />);
    expect(screen.getByText(SIGN_UP_FIELDS_TEXT)).toBeVisible();
  });

  it('has exactly those fields and explains why it needs the phone number', () => {
    renderAt(`${PATHS.signUp}?step=details`, <SignUpScreen />);
    const names = ['fullName', 'email', 'country', 'phone', 'telegram', 'password'];
    const controls = [...document.querySelectorAll('form input, form select')];
    expect(controls.map((control) => control.getAttribute('name'))).toEqual(names);
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription(PHONE_HELP);
  });

  it('links to the terms, privacy policy and risks and states the minimum age', () => {
    renderAt(`${PATHS.signUp}?step=details`, <SignUpScreen />);
    for (const [name, path] of [
      [/^Terms/, PATHS.terms],
      [/^Privacy policy/, PATHS.privacy],
      [/^risks/, PATHS.risk],
    ] as const)
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
    expect(screen.getByText(/18 or older/)).toBeVisible();
  });
});
