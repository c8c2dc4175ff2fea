import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PasswordField, TextField } from '../../src/ui/Field';

describe('TextField', () => {
  it('is found by its label and described by its help', () => {
    render(<TextField label="Email" help="We never share it" />);
    const input = screen.getByLabelText('Email');
    expect(input).toHaveAccessibleDescription('We never share it');
    expect(input).toBeValid();
  });

  it('is described by its error instead of the help', () => {
    render(<TextField label="Email" help="We never share it" error="Email is invalid" />);
    const input = screen.getByLabelText('Email');
    expect(input).toHaveAccessibleDescription('Email is invalid');
    expect(input).toBeInvalid();
    expect(screen.queryByText('We never share it')).not.toBeInTheDocument();
  });
});

describe('PasswordField', () => {
  it('shows and hides the password', async () => {
    render(<PasswordField label="Password" />);
    const input = screen.getByLabelText('Password');
    await userEvent.type(input, 'Trader2026');
    expect(input).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input).toHaveAttribute('type', 'text');
    expect(input).toHaveValue('Trader2026');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input).toHaveAttribute('type', 'password');
  });
});
