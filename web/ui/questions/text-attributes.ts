import type { QuestionEditor } from './question-editor.ts'

/**
 * Attributes of a text that is edited: its language, and the direction of its first letter. While it is empty, it has the direction
 * of the survey's other texts, so that typing begins at the right side.
 */
export function textAttributes({ textLanguage }: Pick<QuestionEditor, 'textLanguage'>, text: string) {
  const { lang, dir } = textLanguage.value
  return { lang, dir: text === '' ? dir : 'auto' } as const
}
