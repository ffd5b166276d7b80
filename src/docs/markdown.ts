import { Lexer, type MarkedToken, type Tokens } from 'marked'

/** A block of a document. Its texts contain inline markup, which `spansOf` and `plainText` parse. */
export type Block = MarkedToken
export type CodeBlock = Tokens.Code

/** The blocks of a document in Markdown, without the empty lines between them. */
export function parseMarkdown(text: string): readonly Block[] {
  return (new Lexer().lex(text) as MarkedToken[]).filter(({ type }) => type !== 'space')
}

/** The inline markup of a text. */
export function spansOf(text: string): readonly MarkedToken[] {
  return new Lexer().inlineTokens(text) as MarkedToken[]
}

/** A text without its markup. */
export function plainText(text: string): string {
  return spansOf(text)
    .map(span => ('tokens' in span ? plainText(span.text) : 'text' in span ? String(span.text) : ''))
    .join('')
    .replace(/\s*\n\s*/g, ' ')
}

/** The info string of a code block: its language and file name, each empty if missing. */
export function fenceOf({ lang = '' }: CodeBlock): { readonly language: string; readonly file: string } {
  const [language = '', ...file] = lang.split(' ')
  return { language, file: file.join(' ') }
}

/** A heading's id, formed like GitHub's, so that links work in the repository too. */
export function headingId(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
