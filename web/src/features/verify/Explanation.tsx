import { BY_COMMAND, WHAT_IS_CHECKED, WHAT_IS_NOT } from '../../content/verify';
import { NumberedPoints } from '../../ui/Lists';

const LINK =
  'inline-flex min-h-11 items-center font-semibold underline decoration-line underline-offset-4 hover:decoration-current';

const Checked = () => (
  <section className="mt-12">
    <h2 className="text-lg">{WHAT_IS_CHECKED.title}</h2>
    <NumberedPoints points={WHAT_IS_CHECKED.points} className="mt-4 gap-4" />
  </section>
);

const NotChecked = () => (
  <section className="mt-12">
    <h2 className="text-lg">{WHAT_IS_NOT.title}</h2>
    <ul className="mt-4 grid list-disc gap-2 pl-5 text-sm text-muted marker:text-faint">
      {WHAT_IS_NOT.points.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </section>
);

const ByCommand = () => (
  <section className="mt-12">
    <h2 className="text-lg">{BY_COMMAND.title}</h2>
    <p className="mt-3 text-sm text-muted">{BY_COMMAND.text}</p>
    <p className="mt-3 overflow-x-auto rounded-lg border border-line bg-sunk px-4 py-3 text-sm">
      <code>{BY_COMMAND.command}</code>
    </p>
    <p className="mt-1 text-sm">
      <a href={BY_COMMAND.file} className={LINK}>
        {BY_COMMAND.link}
      </a>
    </p>
  </section>
);

/** What the verifier checks, what it can't, and how to do without it. */
export const Explanation = () => (
  <>
    <Checked />
    <NotChecked />
    <ByCommand />
  </>
);
