import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excludeEachOther } from './exclusive-options.ts'
import { readLine } from './source-line.ts'

const line = readLine('', 1)

function excludes(options: string): boolean {
  return excludeEachOther(options.split(' | ').map(text => ({ text, line })))
}

test('options of which only one can be true', () => {
  for (const options of [
    'Yes | No | Not sure',
    'Male | Female | Other',
    'Strongly disagree | Disagree | Neutral | Agree | Strongly agree',
    'Very satisfied | Satisfied | Dissatisfied | Very dissatisfied | Not applicable',
    'nie | manchmal | immer',
    'under 18 | 18–24 | 25 - 34 | 35+',
    '< €1,000 | €1,000 to €2,000 | more than €2,000',
    '0-2 years | 3-5 years | 6 years or more',
  ])
    assert.equal(excludes(options), true, options)
})

test('options of which several can be true', () => {
  for (const options of [
    'Monday | Tuesday | Wednesday',
    'good | bad | ugly | interesting',
    '9-10 | 10-11 | 11-12',
    '2019 | 2020 | 2021',
    'over the moon | under the sea | on the ground',
    Array.from({ length: 12 }, (_, at) => (at === 0 ? 'never' : at === 11 ? 'always' : `${at}`)).join(' | '),
  ])
    assert.equal(excludes(options), false, options)
})
