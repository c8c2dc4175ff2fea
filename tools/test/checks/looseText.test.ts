import { describe, expect, it } from 'vitest';
import { findLooseText } from '../../src/checks/looseText';

const faults = (jsx: string, declarations = '') =>
  findLooseText('a.tsx', `${declarations}\nexport const A = () => ${jsx};`);

describe('loose text', () => {
  it.each([
    '<p>Enter at {time}</p>',
    '<p>{count} settled</p>',
    '<p>{time} {zone}</p>',
    '<p>{label}<b>new</b></p>',
    "<p><b>new</b>{isNew && 'today'}</p>",
    "<p>{isNew ? 'New' : <b>Old</b>}<i /></p>",
    '<p>{`${count} settled`}<b>new</b></p>',
    '<p>{isNew && <b>New: </b>}Signals</p>',
    '<p>{rows.map(Row)} in all</p>',
    "<p>{'Enter at'}{time}</p>",
    '<p>{signal.pair}{note && <b>{note}</b>}</p>',
    '<p>{formatted(time)}<b /></p>',
    '<>Signals</>',
    '<>{`${count} settled`}</>',
    '<Fragment>Signals</Fragment>',
    '<Button><Icon />Send</Button>',
    '<Notice>Log in <a href="/">here</a></Notice>',
  ])('is found in %s', (jsx) => {
    expect(faults(jsx)).toEqual([
      expect.stringMatching(
        /^a\.tsx:2 has text .*\. Make it one string, or wrap it in a <span>\.$/,
      ),
    ]);
  });

  it.each([
    '<p>Enter now</p>',
    '<p>{`Enter at ${time}`}</p>',
    '<p>{time}</p>',
    "<p>{isNew ? 'New' : <b>Old</b>}</p>",
    '<p><span>{time}</span> <b>{zone}</b></p>',
    "<p><span>Enter at</span>{' '}<b>{time}</b></p>",
    '<p>{isNew && <b>New</b>}{rows.map(Row)}</p>',
    '<p>Log in <a href="/">here</a>, or sign up.</p>',
    '<Button>Send</Button>',
    '<Notice>{`${count} left`}</Notice>',
    '<>{/* nothing */}<p>Signals</p></>',
    '<p>{children(id)}<b /></p>',
  ])('is not found in %s', (jsx) => {
    expect(faults(jsx, 'interface P { children: (id: string) => ReactNode }')).toEqual([]);
  });

  it('excludes variables declared as nodes', () => {
    const declarations =
      'interface P { aside?: ReactNode }; const mark = <b />; const row = (id) => <li>{id}</li>;';
    expect(faults('<p><b />{aside}{mark}{row(1)}</p>', declarations.replace('\n', ' '))).toEqual(
      [],
    );
  });
});
