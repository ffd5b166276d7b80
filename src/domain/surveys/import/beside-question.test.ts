import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseQuestionSettings } from '../question-settings.ts'
import { SettingsFitter, settingsList } from './beside-question.ts'

describe('what stands beside a question', () => {
  test('becomes its settings up to their lengths', () => {
    const [most, more] = ['x'.repeat(500), 'x'.repeat(501)]
    const fitter = new SettingsFitter()
    assert.deepEqual(fitter.fit({ description: most }), { settings: { description: most } })
    assert.deepEqual(fitter.fit({ description: more, right: [1] }), {
      settings: { right: { options: [1] } },
      description: more,
    })
    const scaleWords = { lowest: 'so\nlittle', highest: 'y'.repeat(61) }
    assert.deepEqual(fitter.fit({ scaleWords }), {
      settings: { scale_words: { lowest: 'so little' } },
      scaleWords: { highest: 'y'.repeat(61) },
    })
    assert.deepEqual(fitter.fit({ description: ' ' }), { settings: null })
  })

  test('of all questions together becomes settings that the service takes', () => {
    const fitter = new SettingsFitter()
    const beside = { description: 'd'.repeat(500), scaleWords: { lowest: 'l'.repeat(60), highest: 'h'.repeat(60) } }
    const fitted = Array.from({ length: 200 }, () => fitter.fit(beside))
    parseQuestionSettings(JSON.parse(JSON.stringify(settingsList(fitted.map(({ settings }) => settings)))))
    assert.deepEqual(
      [fitted.findIndex(one => one.description !== undefined), fitted.findIndex(one => one.scaleWords !== undefined)],
      [100, 166],
    )
  })
})
