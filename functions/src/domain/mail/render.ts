import type { Block, RenderedMail } from './blocks';
import { htmlOf } from './html';
import type { MailContent } from './template';
import { templates, type TemplateName } from './templates';

const FOOT = 'You receive this because somebody used your address on our site.';

function blockAsText(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'code':
      return `${block.label}\n${block.code}`;
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'steps':
      return block.steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
  }
}

/** A header line ends at a line break: what looks like one is a blank. */
const oneLine = (subject: string) => subject.replace(/\s+/g, ' ').trim();

/**
 * A mail as it is sent.
 * @param given the parameters of the template, as they were stored
 * @param siteUrl origin of the site that links lead to
 * @throws ZodError when the parameters are not those of the template
 */
export function renderMail(
  name: TemplateName,
  given: Readonly<Record<string, string>>,
  siteUrl: string,
): RenderedMail {
  const content: MailContent = templates[name](given, siteUrl);
  const subject = oneLine(content.subject);
  return {
    subject,
    text: `${[...content.blocks.map(blockAsText), FOOT].join('\n\n')}\n`,
    html: htmlOf(subject, content.blocks, FOOT),
  };
}
