import type { ReactNode } from 'react';
import { BrandMark } from '../../ui/BrandMark';
import { Card } from '../../ui/Card';

const SURFACES = ['bg-ink', 'bg-raised', 'bg-sunk', 'bg-line', 'bg-line-soft', 'bg-edge'] as const;

const SIGNALS = [
  'bg-accent',
  'bg-action',
  'bg-call',
  'bg-call-bg',
  'bg-put',
  'bg-put-bg',
  'bg-amber',
  'bg-amber-bg',
  'bg-flat',
] as const;

const TEXTS = [
  'text-text',
  'text-muted',
  'text-faint',
  'text-accent',
  'text-call',
  'text-put',
  'text-amber',
  'text-flat',
] as const;

const SIZES = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl'] as const;

const Swatches = ({ classes }: { classes: readonly string[] }) => (
  <ul className="grid grid-cols-3 gap-2 text-xs text-muted">
    {classes.map((name) => (
      <li key={name}>
        <span className={`block h-10 rounded-md border border-line ${name}`} />
        {name.slice(3)}
      </li>
    ))}
  </ul>
);

/** Colours, type, the card and the mark: what everything else is made of. */
export const Foundations = () => (
  <Family title="Foundations">
    <Specimen name="Surfaces and lines">
      <Swatches classes={SURFACES} />
    </Specimen>
    <Specimen name="Colours that mean something">
      <Swatches classes={SIGNALS} />
    </Specimen>
    <Specimen name="Text">
      {TEXTS.map((name) => (
        <p key={name} className={`text-sm ${name}`}>
          {name}: every five minutes 0123456789
        </p>
      ))}
    </Specimen>
    <Specimen name="Scale">
      {SIZES.map((name) => (
        <p key={name} className={`font-semibold tracking-tight tabular-nums ${name}`}>
          1.08542
        </p>
      ))}
    </Specimen>
    <Specimen name="Card">
      <Card className="p-4 text-sm text-muted">A raised surface with a hairline.</Card>
    </Specimen>
    <Specimen name="Mark">
      <BrandMark size={40} />
    </Specimen>
  </Family>
);

/** A piece in one of its states, under the name of the state. */
export const Specimen = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid content-start gap-2">
    <p className="text-xs text-faint">{name}</p>
    <div>{children}</div>
  </div>
);

/** The specimens of a family. */
export const Family = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-5 border-t border-line pt-6">
    <h3 className="text-lg">{title}</h3>
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">{children}</div>
  </section>
);
