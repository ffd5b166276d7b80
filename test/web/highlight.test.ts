import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitAtMatches } from '../../web/dashboard/responses/matches.ts'

const found: [searchText: string, pieces: string[]][] = [
  ['cafe', ['Das ', 'Café', ' und ein ', 'cafe\u0301', '!']],
  ['istanbul', ['', 'İstanbul', '']],
  ['ae', ['', 'Æ', 'ble']],
  ['e', ['', 'Æ', 'bl', 'e', '']],
  ['lodz', ['a\u0301 ', 'Łódź', ' a\u0301']],
  ['two lines', ['ß ', 'two\r\n \u00a0lines', ' ß']],
  ['kindergarten', ['der ', 'Kinder\u00adgarten', ' da']],
  ['あいう', ['ヴ', 'アイウ', 'ｶﾞ']],
  ['123', ['क ', '१२३', ' क']],
  ['👩', ['', '👩‍👧', ' und ', '👩', '']],
  ['\u200b', ['nothing']],
  ['か', ['が']],
]
for (const [searchText, pieces] of found)
  test(`${JSON.stringify(searchText)} is marked in ${JSON.stringify(pieces.join(''))} [dashboard-search-folded]`, () => {
    assert.deepEqual(splitAtMatches(pieces.join(''), searchText), pieces)
  })
