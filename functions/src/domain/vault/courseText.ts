import {
  COURSE_CATEGORIES,
  type Course,
  type Lesson,
  type LessonBlock,
  lessonInstrumentSchema,
} from '@quantalgo/contracts/vault/course';

/** Words a minute of somebody who reads to understand. */
const WORDS_A_MINUTE = 180;

const FIGURE = /\{\{(\w+)\}\}/g;

/** Puts the figures in place of their names. @throws Error for a name without a figure */
export const withFigures = (text: string, figures: Readonly<Record<string, string>>): string =>
  text.replace(FIGURE, (_, name: string) => {
    const figure = figures[name];
    if (figure === undefined) throw new Error(`There is no figure ${name}`);
    return figure;
  });

const ANSWER = /^- \[([ x])\] (.+?) :: (.+)$/;

/** A question with its answers. @throws Error unless exactly one of them is right */
function questionOf(text: string, id: number, lines: readonly string[]): LessonBlock {
  const answers = lines.map((line) => {
    const [, mark, answer = '', reason = ''] = ANSWER.exec(line) ?? [];
    if (mark === undefined) throw new Error(`Not an answer: ${line}`);
    return { text: answer, right: mark === 'x', reason };
  });
  if (answers.filter(({ right }) => right).length !== 1)
    throw new Error(`Not one right answer: ${text}`);
  return { type: 'question', id, text, answers };
}

const INSTRUMENT = /^\[\[(\w+)\]\]$/;

/** One paragraph of Markdown, a paragraph being what stands between two empty lines. */
function blockOf(paragraph: string): LessonBlock {
  const [, instrument] = INSTRUMENT.exec(paragraph) ?? [];
  if (instrument !== undefined)
    return { type: 'instrument', name: lessonInstrumentSchema.parse(instrument) };
  if (paragraph.startsWith('## ')) return { type: 'heading', text: paragraph.slice(3) };
  if (paragraph.startsWith('- '))
    return { type: 'list', items: paragraph.split('\n').map((line) => line.slice(2)) };
  return { type: 'text', text: paragraph.replaceAll('\n', ' ') };
}

function blocksOf(paragraphs: readonly string[]): LessonBlock[] {
  const blocks: LessonBlock[] = [];
  let asked: string | null = null;
  let questions = 0;
  for (const paragraph of paragraphs) {
    if (paragraph.startsWith('> ')) asked = paragraph.slice(2);
    else if (asked === null) blocks.push(blockOf(paragraph));
    else {
      blocks.push(questionOf(asked, questions, paragraph.split('\n')));
      questions += 1;
      asked = null;
    }
  }
  return blocks;
}

const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

const HEAD = /^(.+) \(([a-z-]+)\)$/;

/** A lesson, from its title on; an instrument takes a minute. @throws Error where it has no name or can't be read */
function lessonOf(text: string): Lesson {
  const [head = '', ...paragraphs] = paragraphsOf(text);
  const [, title, id] = HEAD.exec(head) ?? [];
  if (title === undefined || id === undefined) throw new Error(`No title and name: ${head}`);
  const blocks = blocksOf(paragraphs);
  const instruments = blocks.filter(({ type }) => type === 'instrument').length;
  const minutes = Math.ceil(text.split(/\s+/).length / WORDS_A_MINUTE) + instruments;
  return { id, title, minutes, blocks };
}

/**
 * Reads a course: lines of its title, category and purpose, then its lessons, each from a heading `# Title (name)` on.
 * A quote is a question, and the list below it has its answers, each with its reason behind `::`; `[[ruin]]` is an
 * instrument.
 * @param id its name
 * @throws Error or ZodError where it can't be read
 */
export function parseCourse(id: string, markdown: string): Course {
  const [head = '', ...lessons] = markdown.split(/^# /m);
  const fields = new Map(
    head
      .trim()
      .split('\n')
      .map((line) => {
        const at = line.indexOf(': ');
        return [line.slice(0, at), line.slice(at + 2)] as const;
      }),
  );
  const title = fields.get('title');
  const about = fields.get('about');
  const category = COURSE_CATEGORIES.find((one) => one === fields.get('category'));
  if (title === undefined || about === undefined || category === undefined)
    throw new Error(`The course ${id} lacks its title, its category or what it is about`);
  return { id, title, category, about, lessons: lessons.map(lessonOf) };
}
