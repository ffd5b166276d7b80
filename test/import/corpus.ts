import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { read } from '../../src/domain/surveys/import/read.ts'
import type { Reading } from '../../src/domain/surveys/import/survey-assembly.ts'
import { parseSurveyData } from '../../src/survey-source/survey-data.ts'

const FOLDER = join(import.meta.dirname, 'corpus')

/** The inputs, by their names. The expected result of each is beside it, as JSON. */
export const CORPUS = globSync('*.txt', { cwd: FOLDER })
  .toSorted()
  .map(file => file.replace(/\.txt$/, ''))

export function inputOf(name: string): string {
  return readFileSync(join(FOLDER, `${name}.txt`), 'utf8')
}

export function expectedOf(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))
}

export function readInput(text: string): Reading {
  return read(text, { parse: parseSurveyData })
}

/** A reading as it is written down. */
export function written({ title, questions, questionSettings, groups, texts, settings, findings }: Reading): unknown {
  const list = findings.map(({ place, lastLine, outcome, message, chosen }) => {
    const lines = lastLine === place.line ? '' : ` to ${lastLine}`
    return `${place.line}:${place.column}${lines} ${outcome}: ${message}${chosen === undefined ? '' : ` [${chosen}]`}`
  })
  return JSON.parse(
    JSON.stringify({
      title,
      ...(Object.keys(texts).length > 0 && { texts }),
      ...(Object.keys(settings).length > 0 && { settings }),
      questions,
      ...(questionSettings.length > 0 && { questionSettings }),
      ...(groups.length > 0 && { groups }),
      findings: list,
    }),
  )
}
