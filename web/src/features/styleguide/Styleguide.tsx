import { Buttons, Fields } from './Controls';
import { Forms } from './Forms';
import { Foundations } from './Foundations';
import { Instruments } from './Instruments';
import { Layouts } from './Layouts';
import { Overlays } from './Overlays';
import { Words } from './Words';

const THEMES = [
  { name: 'Dark', scheme: 'dark' },
  { name: 'Light', scheme: 'light' },
] as const;

/** Every primitive in every state, in both themes side by side. For who builds screens; no part of what is deployed. */
export const Styleguide = () => (
  <main className="grid min-h-dvh xl:grid-cols-2">
    <h1 className="sr-only">Style guide</h1>
    {THEMES.map(({ name, scheme }) => (
      <section
        key={name}
        aria-label={name}
        style={{ colorScheme: scheme }}
        className="grid min-w-0 content-start gap-10 bg-ink p-6 text-text lg:p-10"
      >
        <h2 className="text-xl tracking-tight">{name}</h2>
        <Foundations />
        <Buttons />
        <Fields />
        <Forms />
        <Words />
        <Instruments />
        <Layouts />
        <Overlays />
      </section>
    ))}
  </main>
);
