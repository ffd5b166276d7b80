import assert from 'node:assert/strict'
import { checkGroups } from '../../src/domain/surveys/groups/group-fit.ts'
import { parseGroups } from '../../src/domain/surveys/groups/question-group.ts'
import type { Decision } from '../../src/domain/surveys/import/finding.ts'
import type { ReadFormat } from '../../src/domain/surveys/import/format.ts'
import { read } from '../../src/domain/surveys/import/read.ts'
import type { Reading } from '../../src/domain/surveys/import/survey-assembly.ts'
import { parseQuestionList } from '../../src/domain/surveys/question.ts'
import { checkQuestionSettings, parseQuestionSettings } from '../../src/domain/surveys/question-settings.ts'
import { parseTexts } from '../../src/domain/surveys/survey-settings/survey-texts.ts'
import { parseJson } from '../../src/domain/values/json.ts'
import { parseSurveyData } from '../../src/survey-source/survey-data.ts'

/** Reads any text, once more with a decision of each finding that has a choice, and checks what came of it. */
export function assertRead(text: string, format?: ReadFormat): void {
  const hint = { parse: parseSurveyData, ...(format !== undefined && { format }) }
  const reading = read(text, hint)
  assertWellFormed(reading)
  if (/[\p{L}\p{N}]/u.test(text))
    assert.ok(reading.questions.length + reading.findings.length > 0 || reading.title !== undefined, text)
  const chosen = reading.findings.flatMap(({ key, decisions }): [number, Decision][] => {
    const last = decisions.at(-1)
    return key === undefined || last === undefined ? [] : [[key, last]]
  })
  if (chosen.length > 0) assertWellFormed(read(text, { ...hint, decisions: new Map(chosen) }))
}

function assertWellFormed({ questions, questionSettings, groups, texts, findings, places }: Reading): void {
  parseTexts({ ...texts })
  assert.equal(places.length, questions.length)
  for (const { place, message, decisions, key } of findings) {
    assert.ok(place.line > 0 && place.column > 0 && message !== '', message)
    assert.equal(decisions.length > 0, key !== undefined, message)
  }
  if (questions.length === 0 || JSON.stringify(questions).includes('\\u0000')) return
  const list = parseQuestionList([...questions])
  checkQuestionSettings(parseQuestionSettings(parseJson(JSON.stringify(questionSettings))), list)
  checkGroups(parseGroups(parseJson(JSON.stringify(groups))), list)
}
