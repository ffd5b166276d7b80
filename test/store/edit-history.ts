import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editedQuestions } from '../../src/domain/results/edit-history/asked.ts'
import { afterEdit, NO_EDITS, type RecordedEdit } from '../../src/domain/results/edit-history/edit-history.ts'
import { encodeQuestions, parseQuestions, readQuestions } from '../../src/domain/surveys/question.ts'
import type { Store } from '../../src/store/store.ts'
import { addSurvey, allOf, submit, times } from './rows.ts'
import type { Open } from './subject.ts'

export function editHistories(open: Open): void {
  test('a survey has no edits until one is stored with its questions, and loses them with its questions', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    assert.deepEqual((await store.surveys.find(accountId, slug))?.editHistory, NO_EDITS)
    const editHistory: RecordedEdit[] = [
      { sequence: 3, responses: 2, questions: [2], options: [[0, 1]], reworded: [1] },
    ]
    for (const history of [editHistory, NO_EDITS]) {
      const changed = await store.surveys.change(accountId, slug, async () => ({ editHistory: history }))
      assert.deepEqual(changed?.editHistory, history)
      assert.deepEqual((await store.surveyCounts.find(accountId, slug))?.survey.editHistory, history)
    }
  })

  test('while responses arrive and are removed, a question was asked of as many as have an answer or a blank for it', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    const respond = () => submit(store, slug, ['Yes'])
    const add = () => addQuestion(store, accountId, slug)
    const removed = await Promise.all(times(8, respond))
    const some = [respond, add, respond, add, respond, respond, add, respond].map(act => act())
    const removals = removed.slice(0, 5).map(({ id }) => store.responses.remove(accountId, slug, id))
    await Promise.all([...some, ...removals])
    const survey = await store.surveys.find(accountId, slug)
    assert.ok(survey)
    const lengths = (await allOf(store, survey)).map(({ answers }) => JSON.parse(answers).length)
    assert.equal(lengths.length, 8)
    const asked = editedQuestions(survey.editHistory, survey.responseCount).map(one => [one.index, one.asked])
    assert.deepEqual(
      asked,
      [3, 4, 5].map(index => [index, lengths.filter(length => length > index).length]),
    )
  })
}

function addQuestion(store: Store, accountId: string, slug: string) {
  return store.surveys.change(accountId, slug, async survey => {
    const before = readQuestions(survey.questions)
    const after = parseQuestions([...before.map(({ source }) => source), { type: 'free_text', text: 'And?' }])
    return { questions: encodeQuestions(after), editHistory: afterEdit(survey.editHistory, before, after, survey) }
  })
}
