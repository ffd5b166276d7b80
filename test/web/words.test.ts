import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'

const root = join(import.meta.dirname, '../..')

/** Attributes whose value people read or hear. */
const READ_ATTRIBUTES = ['alt', 'aria-label', 'confirmLabel', 'description', 'label', 'placeholder', 'title']
/** Single letters are the names of keys. */
const WORD = /\p{L}{2}/u
/** A capital letter and several words: a sentence. `Bearer` begins a header. */
const SENTENCE = /^(?!Bearer )\p{Lu}\p{L}*['’]?\p{L}* \S/u

test('every text of the application, the dashboard, the presenter and their components is in the table of words', () => {
  const paths = globSync('web/{app,dashboard,presenter,remote,ui}/**/*.{ts,tsx}', { cwd: root })
  assert.ok(paths.length > 60)
  const found = paths.flatMap(path => textsIn(path, readFileSync(join(root, path), 'utf8')))
  assert.deepEqual(found, [])
})

test('the check finds text in elements, attributes and strings, and nothing in code', () => {
  const code = `import './a.css'
const [a, b] = ['quiet small', \`row-\${id}\`]
showNotice('Theme updated.')
showNotice(\`Delete \${name}?\`)
const element = <p class="row" aria-label="Loading">Choose a theme <kbd>j</kbd><b title={words.title}>{a === 'key' ? 'open' : isBusy && 'Deleting'}</b></p>`
  const found = textsIn('web/ui/x.tsx', code)
  assert.deepEqual(found, [
    'web/ui/x.tsx: Theme updated.',
    'web/ui/x.tsx: Delete ',
    'web/ui/x.tsx: Loading',
    'web/ui/x.tsx: Choose a theme',
    'web/ui/x.tsx: open',
    'web/ui/x.tsx: Deleting',
  ])
})

function textsIn(path: string, code: string): string[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const text = textOf(node)
    if (text !== undefined) found.push(`${path}: ${text}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return WORD.test(node.text) ? node.text.trim() : undefined
  if (ts.isTemplateHead(node)) return SENTENCE.test(`${node.text}x`) ? node.text : undefined
  if (!ts.isStringLiteralLike(node)) return undefined
  return (isRead(node) ? WORD : SENTENCE).test(node.text) ? node.text : undefined
}

/** Whether a string is rendered: a readable attribute’s value, or an operand of an expression between tags. */
function isRead(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isJsxAttribute(parent)) return READ_ATTRIBUTES.includes(parent.name.getText())
  if (ts.isJsxExpression(parent)) return !ts.isJsxAttribute(parent.parent) || isRead(parent)
  if (ts.isConditionalExpression(parent)) return node !== parent.condition && isRead(parent)
  if (ts.isBinaryExpression(parent)) return node === parent.right && !isComparison(parent) && isRead(parent)
  return ts.isParenthesizedExpression(parent) && isRead(parent)
}

function isComparison({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsEqualsToken
}
