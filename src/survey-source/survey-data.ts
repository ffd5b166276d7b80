import type { DataSource } from '../domain/surveys/import/data-source.ts'
import type { DataFormat } from '../domain/surveys/import/format.ts'
import type { ToolName } from '../domain/surveys/import/tools/tool-names.ts'
import { foreignSurveyIn, foreignSurveyInText, foreignSurveyInXml } from '../domain/surveys/import/tools/tools.ts'
import { type Json, parseJson } from '../domain/values/json.ts'
import { jsonPlaces } from './json-places.ts'
import { parseJson5, readJson5 } from './json-source.ts'
import { readXml } from './xml-source.ts'
import { readYaml } from './yaml-source.ts'

// What a page loads together: a module that is in several scripts of it would be in the one that each page needs.
export { officeText } from './office-text.ts'

/** Parses a survey that is data. @param tool whose file it is, if that is known @throws PlacedError, or Refusal or RangeError if it is too large or nested too deeply */
export function parseSurveyData(text: string, format: DataFormat, tool?: ToolName): DataSource {
  const plain = text.replace(/^[\ufeff\u200b]+/, '')
  if (format === 'tool')
    return foreignSurveyInText(plain, tool) ?? { value: null, positionOf: () => ({ line: 1, column: 1 }) }
  if (format === 'xml') {
    const source = readXml(plain)
    return { ...source, foreign: foreignSurveyInXml(source.value, tool) }
  }
  const foreign = format === 'json' ? foreignJson(plain, tool) : undefined
  if (foreign !== undefined) return foreign
  const { value, positionOf } = format === 'json' ? readJson5(plain) : readYaml(plain)
  const plainValue = plainJson(value)
  return { value: plainValue, positionOf, foreign: foreignSurveyIn(plainValue, tool) }
}

/** A file of another tool. A survey of ours is read more slowly, since numbers in place of texts are kept as they were written. */
function foreignJson(text: string, tool?: ToolName): DataSource | undefined {
  const value = plainJson(parseJson5(text))
  const foreign = foreignSurveyIn(value, tool)
  return foreign === undefined ? undefined : { value, positionOf: jsonPlaces(text), foreign }
}

/** Values that JSON cannot express, such as an infinite number, become null. */
function plainJson(value: Json | undefined): Json {
  return parseJson(JSON.stringify(value ?? null))
}
