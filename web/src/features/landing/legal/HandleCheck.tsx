import { CONTACTS } from '../../../content/contacts';
import { Button } from '../../../ui/Button';
import { CONTROL_CLASS } from '../../../ui/Field';
import { live } from '../live/names';

const { check } = CONTACTS;

/** Compares a handle with ours, in the browser alone. The page's script shows it. */
export const HandleCheck = () => (
  <form
    {...live('handle-form')}
    hidden
    noValidate
    className="mt-6 rounded-lg border border-line bg-sunk p-4 lg:p-5"
  >
    <h2 className="text-base">{check.title}</h2>
    <label htmlFor="handle" className="mt-3 block text-sm font-semibold">
      {check.label}
    </label>
    <div className="mt-2 flex flex-wrap gap-3">
      <input
        id="handle"
        name="handle"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby="handle-help handle-verdict"
        className={`${CONTROL_CLASS} min-w-0 flex-1 basis-56`}
      />
      <Button type="submit" className="max-sm:w-full">
        {check.action}
      </Button>
    </div>
    <p id="handle-help" className="mt-2 text-sm text-muted">
      {check.help}
    </p>
    <p
      id="handle-verdict"
      role="status"
      {...live('handle-verdict')}
      className="mt-2 text-sm font-semibold empty:hidden data-[official=false]:text-put data-[official=true]:text-call"
    />
  </form>
);
