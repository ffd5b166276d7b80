import type { DataSource } from '../domain/surveys/import/data-source.ts'
import { foreignSurveyIn } from '../domain/surveys/import/tools/tools.ts'
import { type Json, parseJson } from '../domain/values/json.ts'
import { readJson5 } from './json-source.ts'
import { readYaml } from './yaml-source.ts'

/** Parses a survey that is data. @throws PlacedError, or Refusal or RangeError if it is too large or nested too deeply */
export function parseSurveyData(text: string, format: 'json' | 'yaml'): DataSource {
  const plain = text.replace(/^[\ufeff\u200b]+/, '')
  const { value, positionOf } = format === 'json' ? readJson5(plain) : readYaml(plain)
  // Values that JSON cannot express, such as an infinite number, become null.
  const plainValue = parseJson(JSON.stringify((value ?? null) as Json))
  return { value: plainValue, positionOf, foreign: foreignSurveyIn(plainValue) }
}
