import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read } from '../../src/domain/surveys/import/read.ts'
import { parseSurveyData } from '../../src/survey-source/survey-data.ts'

const html = (text: string) => ({ type: 'html', name: text.slice(0, 9), html: text })
const ask = (title: string, more: object = {}) => ({ type: 'comment', name: title, title, ...more })
const grid = (title: string) => ({
  type: 'matrix',
  name: title,
  title,
  columns: ['good', 'bad'],
  rows: ['food', 'room'],
})

/** A form of SurveyJS with a question in front, so that no text introduces the survey. */
function surveyOf(...elements: object[]) {
  const pages = [{ name: 'page', elements: [ask('First?'), ...elements] }]
  const reading = read(JSON.stringify({ pages }), { parse: parseSurveyData })
  const findings = reading.findings.map(({ read, outcome, message }) => `${read}: ${outcome}, ${message.split(',')[0]}`)
  const descriptions = reading.questionSettings.map(one => one?.description)
  return { ...reading, descriptions, findings }
}

describe('a text between questions', () => {
  test('is the description of the question right below it, and said to be', () => {
    const { descriptions, findings } = surveyOf(html('Think of <b>last</b> week.'), ask('Why?'))
    assert.deepEqual(descriptions, [undefined, 'Think of last week.'])
    assert.deepEqual(findings, ['Think of last week.: kept, kept as the description of “Why?”'])
  })

  test('is part of a description with those above it, as far as they fit', () => {
    const { descriptions, findings } = surveyOf(html('a'.repeat(490)), html('One.'), html('Two. Three.'), ask('Why?'))
    assert.deepEqual(descriptions, [undefined, 'One.\nTwo. Three.'])
    assert.deepEqual(
      findings.map(one => one.replace(/.*: (\w+),.*/, '$1')),
      ['left_out', 'kept', 'kept'],
    )
  })

  test('is left out, and said to be, where nothing can have it', () => {
    const cases: [what: string, elements: object[]][] = [
      ['the question has a description', [html('Text'), ask('Why?', { description: 'Briefly.' })]],
      ['it is too long', [html('a'.repeat(501)), ask('Why?')]],
      ['no question follows', [ask('Why?'), html('Text')]],
      ['a heading follows', [html('Text'), { type: 'panel', name: 'p', title: 'Part', elements: [ask('Why?')] }]],
      ['the question is not kept', [html('Text'), { type: 'file', name: 'f', title: 'Picture' }]],
    ]
    for (const [what, elements] of cases) {
      const { findings, questionSettings } = surveyOf(...elements)
      assert.equal(JSON.stringify(questionSettings).includes('Text'), false, what)
      assert.equal(findings.filter(one => one.endsWith('left_out, left out')).length >= 1, true, what)
    }
  })

  test('right below a heading is the text of the section, as long as it fits', () => {
    const panel = (text: string) => ({ type: 'panel', name: 'p', title: 'Part', elements: [html(text), ask('Why?')] })
    const { groups, findings } = surveyOf(panel('About you.'))
    assert.deepEqual(groups, [{ kind: 'section', from: 1, to: 1, title: 'Part', text: 'About you.' }])
    assert.deepEqual(findings, ['About you.: kept, kept as the text of a section'])
    assert.deepEqual(surveyOf(panel('a'.repeat(2_001))).groups, [{ kind: 'section', from: 1, to: 1, title: 'Part' }])
  })

  test('in front of a grid is part of its title, if that is short enough', () => {
    const titles = ['b', 'b'.repeat(100)].map(title => surveyOf(html('a'.repeat(450)), grid(title)).groups[0])
    assert.deepEqual(
      titles.map(group => group?.kind === 'grid' && group.title.length),
      [452, 100],
    )
  })
})
