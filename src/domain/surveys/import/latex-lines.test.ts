import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLatex, latexLines } from './latex-lines.ts'
import { readText } from './text/read-text.ts'

test('the source of a document is recognised by its first command', () => {
  for (const text of [
    '\\documentclass{article}',
    '% A comment\n\n  \\begin{questions}',
    '\\item Why?',
    '\\section*{One}',
  ])
    assert.ok(isLatex(text), text)
  for (const text of ['', 'What is \\item?', '% only a comment', 'C:\\begin\\x', '\\itemize'])
    assert.equal(isLatex(text), false, text)
})

test('each line stays in its place', () => {
  const text = '\\begin{enumerate}\r\n\\item A?\n\n  \\item[b)] B? % c\n\\end{enumerate}\n'
  assert.deepEqual(latexLines(text).split('\n'), ['', '1. A?', '', '2. B?<!-- c -->', '', ''])
})

const WRITTEN: [written: string, read: string][] = [
  ['K\\"ase, \\ss{}, gar\\c{c}on, \\`a, \\"{U}bung, \\~n', 'Käse, ß, garçon, à, Übung, ñ'],
  ['50\\,\\% of \\$5 \\& more \\#1', '50 % of $5 & more #1'],
  ['\\textbf{\\emph{Very} good}~indeed\\ldots', 'Very good indeed…'],
  ["``quoted'' -- and $x_1$", '"quoted" – and x_1'],
  ['\\unknown[2]{kept} \\LaTeX{}', 'kept LaTeX'],
]
for (const [written, read] of WRITTEN) test(`“${written}” is “${read}”`, () => assert.equal(latexLines(written), read))

test('several right answers make a question with several', () => {
  const choices = '\\CorrectChoice A\n\\choice B\n\\CorrectChoice C'
  const lines = latexLines(
    `\\begin{questions}\n\\question Which?\n\\begin{choices}\n${choices}\n\\end{choices}\n\\end{questions}`,
  )
  const { questions, groups, findings } = readText(lines, new Map())
  assert.deepEqual([questions.length, groups.map(({ kind }) => kind), findings], [3, ['check_list'], []])
})
