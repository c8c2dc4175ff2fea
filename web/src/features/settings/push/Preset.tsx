import { Choices } from '../../../ui/Choices';
import type { Presets } from './presets';

/** A preference that is chosen from a few presets. */
export const Preset = <V, T extends string>({
  label,
  presets: { options, words, of, at },
  value,
  onChange,
}: {
  label: string;
  presets: Presets<V, T>;
  value: V;
  onChange: (value: V) => void;
}) => (
  <Choices
    labelled
    label={label}
    options={options}
    words={words}
    value={of(value)}
    onChange={(option) => onChange(at(option))}
  />
);
