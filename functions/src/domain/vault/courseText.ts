import {
  COURSE_CATEGORIES,
  type Course,
  type Lesson,
  type LessonBlock,
  lessonInstrumentSchema,
} from '@quantalgo/contracts/vault/course';

const WORDS_PER_MINUTE = 180;

const FIGURE_PATTERN = /\{\{(\w+)\}\}/g;

/** @throws Error for a name without a figure */
export const insertFigures = (text: string, figures: Readonly<Record<string, string>>): string =>
  text.replace(FIGURE_PATTERN, (_, name: string) => {
    const figure = figures[name];
    if (figure === undefined) throw new Error(`Unknown figure: ${name}`);
    return figure;
  });

const ANSWER_PATTERN = /^- \[([ x])\] (.+?) :: (.+)$/;

function parseQuestion(text: string, id: number, lines: readonly string[]): LessonBlock {
  const answers = lines.map((line) => {
    const [, mark, answer = '', reason = ''] = ANSWER_PATTERN.exec(line) ?? [];
    if (mark === undefined) throw new Error(`Invalid answer line: ${line}`);
    return { text: answer, right: mark === 'x', reason };
  });
  if (answers.filter(({ right }) => right).length !== 1)
    throw new Error(`A question needs exactly one correct answer: ${text}`);
  return { type: 'question', id, text, answers };
}

const INSTRUMENT_PATTERN = /^\[\[(\w+)\]\]$/;

// A paragraph is the text between two empty lines.
function parseBlock(paragraph: string): LessonBlock {
  const [, instrument] = INSTRUMENT_PATTERN.exec(paragraph) ?? [];
  if (instrument !== undefined)
    return { type: 'instrument', name: lessonInstrumentSchema.parse(instrument) };
  if (paragraph.startsWith('## ')) return { type: 'heading', text: paragraph.slice(3) };
  if (paragraph.startsWith('- '))
    return { type: 'list', items: paragraph.split('\n').map((line) => line.slice(2)) };
  return { type: 'text', text: paragraph.replaceAll('\n', ' ') };
}

function parseBlocks(paragraphs: readonly string[]): LessonBlock[] {
  const blocks: LessonBlock[] = [];
  let pendingQuestion: string | null = null;
  let questionCount = 0;
  for (const paragraph of paragraphs) {
    if (pendingQuestion === null && paragraph.startsWith('> '))
      pendingQuestion = paragraph.slice(2);
    else if (pendingQuestion === null) blocks.push(parseBlock(paragraph));
    else {
      blocks.push(parseQuestion(pendingQuestion, questionCount, paragraph.split('\n')));
      questionCount += 1;
      pendingQuestion = null;
    }
  }
  if (pendingQuestion !== null) throw new Error(`The question has no answers: ${pendingQuestion}`);
  return blocks;
}

const splitParagraphs = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

const HEAD_PATTERN = /^(.+) \(([a-z-]+)\)$/;

// `text` begins with the title. Each instrument counts as a minute. Throws if it can't be parsed.
function parseLesson(text: string): Lesson {
  const [head = '', ...paragraphs] = splitParagraphs(text);
  const [, title, id] = HEAD_PATTERN.exec(head) ?? [];
  if (title === undefined || id === undefined)
    throw new Error(`A lesson’s heading needs a title and a name: ${head}`);
  const blocks = parseBlocks(paragraphs);
  const instrumentCount = blocks.filter(({ type }) => type === 'instrument').length;
  const minutes = Math.ceil(text.split(/\s+/).length / WORDS_PER_MINUTE) + instrumentCount;
  return { id, title, minutes, blocks };
}

/**
 * Lines with title, category and purpose, then lessons, each under `# Title (name)`. A quote is a
 * question; the list below it has the answers with their reasons. `[[ruin]]` is an instrument.
 * @throws Error or ZodError if it can't be parsed
 */
export function parseCourse(id: string, markdown: string): Course {
  const [head = '', ...lessons] = markdown.split(/^# /m);
  const fields = new Map(
    head
      .trim()
      .split('\n')
      .map((line) => {
        const separator = line.indexOf(': ');
        return [line.slice(0, separator), line.slice(separator + 2)] as const;
      }),
  );
  const title = fields.get('title');
  const about = fields.get('about');
  const category = COURSE_CATEGORIES.find((choice) => choice === fields.get('category'));
  if (title === undefined || about === undefined || category === undefined)
    throw new Error(`The course ${id} needs a title, a category and a description`);
  return { id, title, category, about, lessons: lessons.map(parseLesson) };
}
