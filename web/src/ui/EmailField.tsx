import type { ComponentProps } from 'react';
import { TextField } from './TextField';

/** An address, with the keyboard that it is typed on and without what keyboards make of other words. */
export const EmailField = (
  props: Omit<ComponentProps<typeof TextField>, 'label' | 'name' | 'type'>,
) => (
  <TextField
    autoComplete="email"
    {...props}
    label="Email"
    name="email"
    type="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
  />
);
