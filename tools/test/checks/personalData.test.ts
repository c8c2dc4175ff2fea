import { expect, it } from 'vitest';
import { findPersonalData } from '../../src/checks/suiteTests';

const REQUEST =
  '>  {"requestId":"5c1e","method":"POST","endpoint":"/auth/login","status":200,"ms":12,"member":"mXq3v0-b1kZ_9aTs"}';

it('accepts request logs and the emulators’ own output', () => {
  expect(
    findPersonalData(
      `${REQUEST}\nUsing node@20 from host.\ni  To reset the address of ada@mail.example.com`,
    ),
  ).toEqual([]);
});

it.each([
  ['an email address', '>  {"message":"no account ada.obi+1@mail.example.com"}'],
  ['a token', '>  Bearer eyJhbGciOiJub25lIn0.eyJzdWIi.'],
  ['a name', '>  Welcome, Ada Obi'],
  ['a password', '>  {"password":"Trader2026"}'],
  ['a member’s id', '>  {"uid":"kZ9aTs","message":"Claims follow the record"}'],
  ['a member’s id', '>  {"uids":["kZ9aTs"],"message":"Claims synced late"}'],
])('finds %s', (what, line) => {
  expect(findPersonalData(`${REQUEST}\n${line}`)).toEqual([
    expect.stringContaining(`line 2 contains ${what}`),
  ]);
});
