/** The name of a template in words: `passwordReset` is `Password reset`. */
export function templateWords(template: string): string {
  const words = template.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
