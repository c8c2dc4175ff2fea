/** Something the person at the keyboard can mend: its message is printed alone, without a stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
