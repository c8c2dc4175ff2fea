import type { ReactNode } from 'react';

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
