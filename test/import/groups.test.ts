import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read } from '../../src/domain/surveys/import/read.ts'
import { parseSurveyData } from '../../src/survey-source/survey-data.ts'

const NO_FIELD = 'kept as an option; respondents can choose it, but not write beside it'

describe('a text beside an option that has no place for it is not lost in silence', () => {
  const texts: [what: string, text: string][] = [
    ['in a ranking', 'Rank these:\n- Lake\n- Coast\n- Other: ____'],
    ['among the columns of a grid', 'How was it? good / other: ___ / bad\n- the food\n- the room'],
    ['in front of the last of several answers', 'Which? (tick all that apply)\n- Other: ____\n- Lake'],
  ]
  for (const [what, text] of texts)
    test(what, () => {
      const { groups, findings } = read(text)
      assert.equal(groups.length, 1)
      assert.equal(findings.filter(({ message }) => message === NO_FIELD).length, 1)
    })
})

test('a description that is too long for one stands in each option of a question, and not in the text beside the last', () => {
  const description = 'a'.repeat(501)
  const choices = ['Lake', 'Coast']
  const elements = ['checkbox', 'radiogroup'].map(type => {
    return { type, name: type, title: 'Where?', description, choices, showOtherItem: true, otherText: 'Elsewhere' }
  })
  const { questions } = read(JSON.stringify({ pages: [{ name: 'page', elements }] }), { parse: parseSurveyData })
  assert.deepEqual(
    questions.map(({ text }) => text),
    [...Array(3).fill(`Where?\n${description}`), 'Elsewhere', `Where?\n${description}`, 'Elsewhere'],
  )
})

describe('a text beside an option of another tool', () => {
  const choices = (...displays: string[]) =>
    Object.fromEntries(
      displays.map((one, at) => [at + 1, { Display: one, ...(/:$/.test(one) && { TextEntry: 'true' }) }]),
    )
  const qualtrics = (Selector: string, ...displays: string[]) => {
    const question = {
      QuestionText: 'Where?',
      QuestionType: 'MC',
      Selector,
      QuestionID: 'QID1',
      Choices: choices(...displays),
    }
    const block = { Type: 'Default', ID: 'BL_1', BlockElements: [{ Type: 'Question', QuestionID: 'QID1' }] }
    const elements = [
      { Element: 'BL', Payload: [block] },
      { Element: 'FL', Payload: { Type: 'Root', FlowID: 'FL_1', Flow: [{ ID: 'BL_1', Type: 'Block' }] } },
      { Element: 'SQ', Payload: question },
    ]
    return JSON.stringify({ SurveyEntry: { SurveyName: 'Trip' }, SurveyElements: elements })
  }
  const limeSurvey = (type: string, other: string) =>
    [
      'id\trelated_id\tclass\ttype/scale\tname\trelevance\ttext\thelp\tlanguage\tvalidation\tmandatory\tencrypted\tother',
      '\t\tS\t\tlanguage\t\ten',
      '1\t\tG\tG1\t\t1\t\t\ten',
      `2\t\tQ\t${type}\tq\t1\tWhere?\t\ten\t\tN\tN\t${other}`,
      ...['Lake', 'Coast'].map(one => `\t\tSQ\t0\t${one}\t1\t${one}\t\ten`),
    ].join('\n')
  const xlsForm =
    '# survey\ntype\tname\tlabel\nselect_multiple places or_other\twhere\tWhere?\n# choices\nlist_name\tname\tlabel\nplaces\tl\tLake\nplaces\tc\tCoast'
  const told = (text: string) => {
    const { questions, groups, findings } = read(text, { parse: parseSurveyData })
    const options = questions.map(one => (Array.isArray(one.options) ? one.options.join(', ') : `${one.text}`))
    return [options, groups.map(({ kind }) => kind), findings.map(({ message }) => message.replace(/[,;] .*/, ''))]
  }

  const last = (text: string) => [['Lake', 'Coast', text, text], ['check_list'], []]
  const cases: [what: string, text: string, expected: unknown][] = [
    ['several answers of Qualtrics', qualtrics('MAVR', 'Lake', 'Coast', 'Else:'), last('Else:')],
    ['several answers of LimeSurvey', limeSurvey('M', 'Y'), last('Other')],
    ['several answers of an XLSForm', xlsForm, last('Other')],
    [
      'an option in front of the last of several answers',
      qualtrics('MAVR', 'Lake', 'Else:', 'Coast'),
      [['Lake', 'Coast', 'Else:', 'Else:'], ['check_list'], ['kept as the last option']],
    ],
    [
      'any option of one answer',
      qualtrics('SAVR', 'Yes, namely:', 'No'),
      [['Yes, namely:, No', 'Yes, namely:'], ['other'], []],
    ],
    [
      'more than one option',
      qualtrics('SAVR', 'Yes, namely:', 'No, because:'),
      [['Yes, namely:, No, because:', 'Yes, namely:'], ['other'], ['left out']],
    ],
    ['each option', limeSurvey('P', 'N'), [['Lake', 'Coast'], ['check_list'], ['left out']]],
  ]
  for (const [what, text, expected] of cases)
    test(`${what} is kept or noted`, () => assert.deepEqual(told(text), expected))
})
