import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../src/domain/values/json.ts'
import { DuplicateError, jsonPlaces } from '../../src/survey-source/json-places.ts'
import { readYaml } from '../../src/survey-source/yaml-source.ts'
import { fileOf, TOOL_FILES } from './tools.ts'

type Path = readonly (string | number)[]

function pathsOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...entries.flatMap(([name, inner]) => pathsOf(inner, [...path, name]))]
}

describe('places in JSON', () => {
  for (const name of TOOL_FILES.filter(file => file.endsWith('.json')))
    test(`are those of another parser in ${name}`, () => {
      const text = fileOf(name).replace(/^\ufeff/, '')
      const { value, positionOf } = readYaml(text, { nullIsText: false })
      const placeOf = jsonPlaces(text)
      for (const path of pathsOf(value)) assert.deepEqual(placeOf(path), positionOf(path), path.join('.'))
    })

  test('are found behind comments, quotation marks, escapes and bare names', () => {
    const text = '// {"a": 1}\n{ /* ] */ a: [1, \'}\',\n  "\\"]"], "\\u0062": {c: [{}]},\n}'
    const placeOf = jsonPlaces(text)
    assert.deepEqual(placeOf(['a', 2]), { line: 3, column: 3 })
    assert.deepEqual(placeOf(['b', 'c', 0]), { line: 3, column: 26 })
    assert.deepEqual(placeOf(['a', 7, 'x']), placeOf(['a']))
    assert.deepEqual(jsonPlaces('')([]), { line: 1, column: 1 })
  })

  test('of a name that stands twice are refused', () => {
    assert.throws(() => jsonPlaces('{"a": 1,\n "a": 2}'), DuplicateError)
  })
})
