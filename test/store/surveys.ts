import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Count } from '../../src/domain/results/count.ts'
import { NO_EDITS } from '../../src/domain/results/edit-history/edit-history.ts'
import { NO_PROJECTED_TEXTS } from '../../src/domain/results/texts/projected-texts.ts'
import { SURVEYS_PER_DAY } from '../../src/domain/surveys/limits.ts'
import {
  encodeQuestions,
  parseQuestions,
  type QuestionsText,
  readQuestions,
} from '../../src/domain/surveys/question.ts'
import { bounded } from '../../src/domain/surveys/question-amounts.ts'
import { Refusal } from '../../src/domain/values/refusal.ts'
import { DAY_MS } from '../../src/domain/values/time.ts'
import type { NewSurvey } from '../../src/store/surveys/survey-creation.ts'
import type { Survey } from '../../src/store/surveys/surveys.ts'
import { addAccount, addSurvey, allOf, NOW, newSurvey, newToken, plain, submit, times, turnOfTheLoop } from './rows.ts'
import type { Open } from './subject.ts'

export function surveys(open: Open): void {
  test('a survey is found as it was added, by its owner and by its link', async t => {
    const { store } = await open(t)
    for (const theme of ['default', 'ocean', { primary: '#000000', background: '#ffffff' }] as const) {
      const { slugHash: _, ...added } = await addSurvey(store, { theme, expiresAt: NOW })
      const counts = { responseCount: 0, responseLimit: null, opensAt: null, lastSequence: 0 }
      const fresh = {
        ...counts,
        status: 'open',
        archived: false,
        suspended: false,
        viewNonce: null,
        remoteNonce: null,
        shareRecord: false,
        shareResults: 'never',
        resultsRevealed: false,
        projectedTexts: NO_PROJECTED_TEXTS,
        editHistory: NO_EDITS,
        dissolvedGroups: 0,
        revision: 1,
        boardRevision: 0,
      }
      const { id, ...found } = (await store.surveys.find(added.accountId, added.slug)) as Survey
      assert.deepEqual(found, { ...added, ...fresh })
      assert.deepEqual(await store.surveys.findPublic(added.slug), { id, ...found })
    }
  })

  test('known questions are not read again while they are current', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    const found = (await store.surveys.findPublic(slug)) as Survey
    const known = { revision: found.revision, questions: 'those that are known' as QuestionsText }
    assert.deepEqual(await store.surveys.findPublic(slug, known), { ...found, ...known })
    await store.surveys.change(accountId, slug, async () => ({ status: 'closed' }))
    const changed = { ...found, status: 'closed', revision: found.revision + 1 }
    assert.deepEqual(await store.surveys.findPublic(slug, known), changed)
    assert.equal(await store.surveys.findPublic('none-such', known), undefined)
  })

  test('another account can neither find nor change it', async t => {
    const { store } = await open(t)
    const { slug } = await addSurvey(store)
    const { id: stranger } = await addAccount(store)
    assert.equal(await store.surveys.find(stranger, slug), undefined)
    assert.equal(await store.surveyCounts.find(stranger, slug), undefined)
    assert.equal(await store.surveys.change(stranger, slug, () => assert.fail('nothing to decide on')), undefined)
  })

  test('a reached limit answers before a taken slug, and reserves no slug', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    const { id: other } = await addAccount(store)
    assert.equal(await store.surveys.add(newSurvey(accountId, { slug }), 1), 'limit_reached')
    assert.equal(await store.surveys.add(newSurvey(accountId, { slug: 'not-spent' }), 1), 'limit_reached')
    assert.equal(await store.surveys.add(newSurvey(other, { slug }), 1), 'slug_taken')
    assert.equal(await store.surveys.add(newSurvey(other, { slug: 'not-spent' }), 1), 'added')
  })

  test('parallel creates result in exactly as many surveys as the limit allows, and one per slug', async t => {
    const { store } = await open(t)
    const { id } = await addAccount(store)
    const slugs = times(20, at => `slug-${at % 5}`)
    const outcomes = await Promise.all(slugs.map(slug => store.surveys.add(newSurvey(id, { slug }), 3)))
    assert.equal(outcomes.filter(outcome => outcome === 'added').length, 3)
    const slugsThere = slugsOf(await store.surveys.list(id, false))
    assert.deepEqual(slugsThere.toSorted(), slugs.filter((_, at) => outcomes[at] === 'added').sort())
    assert.equal(new Set(slugsThere).size, 3)
  })

  test('deleted surveys count toward an account’s daily limit [limit-surveys-per-day]', async t => {
    const { store, engine } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    const { id: other } = await addAccount(store)
    const setMade = (surveys_made: number) =>
      engine.write(db => db.updateTable('account').set({ surveys_made }).where('id', '=', accountId).execute())
    const add = (at: number, more: Partial<NewSurvey> = {}) =>
      store.surveys.add(newSurvey(accountId, { createdAt: new Date(at).toISOString(), ...more }), 9)
    await engine.write(db => db.deleteFrom('survey').where('slug', '=', slug).execute())
    await setMade(SURVEYS_PER_DAY - 3)
    const outcomes = await Promise.all(times(5, () => add(NOW)))
    assert.deepEqual(outcomes.filter(outcome => outcome === 'added').length, 3)
    assert.equal(await add(NOW, { slug }), 'daily_limit_reached')
    assert.equal(await add(NOW + DAY_MS - 1, { slug: 'not-spent' }), 'daily_limit_reached')
    assert.equal(await store.surveys.add(newSurvey(other, { slug: 'not-spent' }), 9), 'added')
    assert.equal(await add(NOW + DAY_MS), 'added')
    await setMade(SURVEYS_PER_DAY - 1)
    // A clock that was set back does not start a new day, and the current day ends a day from now.
    assert.equal(await add(NOW - DAY_MS), 'added')
    assert.equal(await add(NOW - 1), 'daily_limit_reached')
    assert.equal(await add(NOW), 'added')
  })

  test('the slug of a deleted survey stays taken', async t => {
    const { store, engine } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    await engine.write(db => db.deleteFrom('survey').where('slug', '=', slug).execute())
    assert.equal(await store.surveys.add(newSurvey(accountId, { slug }), 1), 'slug_taken')
  })

  test('the list is newest first by creation, whatever the clock says', async t => {
    const { store } = await open(t)
    const { id } = await addAccount(store)
    const clocks = ['2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z', '2016-06-01T12:00:00.000Z']
    for (const [at, createdAt] of clocks.entries())
      await store.surveys.add(newSurvey(id, { slug: `slug-${at}`, createdAt }), 9)
    assert.deepEqual(slugsOf(await store.surveys.list(id, false)), ['slug-2', 'slug-1', 'slug-0'])
  })

  test('the revision of an account increases with each change visible in its list, and not with changes of other accounts', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    const token = newToken(accountId)
    await store.tokens.add(token, 1, NOW)
    const revision = async () => (await store.tokens.findByHash(token.hash))?.revision ?? 0
    const acts = [
      () => store.surveys.add(newSurvey(accountId), 9),
      () => store.surveys.change(accountId, slug, async () => ({ status: 'closed' })),
      () => submit(store, slug, ['Yes']),
    ]
    for (const act of acts) {
      const before = await revision()
      await act()
      assert.ok((await revision()) > before)
    }
    const before = await revision()
    const other = await addSurvey(store)
    await submit(store, other.slug, ['Yes'])
    assert.equal(await revision(), before)
  })

  test('the list leaves out archived surveys, those of other accounts, and, on request, closed ones', async t => {
    const { store } = await open(t)
    const { id } = await addAccount(store)
    await addSurvey(store)
    for (const slug of ['open', 'closed', 'archived']) await store.surveys.add(newSurvey(id, { slug }), 9)
    await store.surveys.change(id, 'closed', async () => ({ status: 'closed' }))
    await store.surveys.change(id, 'archived', async () => ({ archived: true }))
    assert.deepEqual(slugsOf(await store.surveys.list(id, false)), ['closed', 'open'])
    assert.deepEqual(slugsOf(await store.surveys.list(id, true)), ['open'])
    await store.surveys.change(id, 'archived', async () => ({ archived: false }))
    assert.deepEqual(slugsOf(await store.surveys.list(id, true)), ['archived', 'open'])
  })
}

export function changes(open: Open): void {
  test('changes the fields sent, leaves the rest, and increases the revision', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    const before = await store.surveys.find(accountId, slug)
    const questions = encodeQuestions(parseQuestions([{ type: 'free_text', text: 'Anything else?' }]))
    for (const [at, change] of [
      { status: 'closed' },
      { theme: 'rose' },
      { archived: true },
      { responseLimit: 7 },
      { opensAt: NOW },
      { sharedDevice: true },
      { paced: true },
      { revealedAtOnce: true },
      { language: 'ar' },
      { questionSettings: [{ right: { options: [1] } }] },
      { groups: [{ kind: 'section', from: 0, to: 1, title: 'Lunch' }], dissolvedGroups: 3 },
      { questions },
    ].entries()) {
      const changed = await store.surveys.change(accountId, slug, async () => change as object)
      assert.deepEqual(changed, await store.surveys.find(accountId, slug))
      assert.equal(changed?.revision, at + 2)
    }
    const questionSettings = [{ right: { options: [1] } }]
    const settings = {
      archived: true,
      responseLimit: 7,
      opensAt: NOW,
      sharedDevice: true,
      paced: true,
      revealedAtOnce: true,
      language: 'ar',
      questionSettings,
      groups: [{ kind: 'section', from: 0, to: 1, title: 'Lunch' }],
      dissolvedGroups: 3,
    }
    const after = { status: 'closed', theme: 'rose', ...settings, questions, revision: 13 }
    assert.deepEqual(await store.surveys.find(accountId, slug), { ...before, ...after })
  })

  test('revealing results does not create a new revision for people still answering; sharing them does', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    await submit(store, slug, ['Yes', 7])
    for (const [change, revision] of [
      [{ shareResults: 'when_revealed', resultsRevealed: false }, 2],
      [{ resultsRevealed: true }, 2],
      [{ resultsRevealed: false }, 2],
      [{ resultsRevealed: true, archived: false }, 3],
    ] as const) {
      await store.surveys.change(accountId, slug, async () => change)
      const { survey, counts } = (await store.sharedCounts.find(slug)) ?? assert.fail()
      assert.deepEqual({ ...survey, ...change, revision }, survey)
      assert.equal(counts.length, 2)
    }
    await store.suspension.setTakenDown(slug, true)
    assert.equal(await store.sharedCounts.find(slug), undefined)
  })

  test('the counts are replaced as a whole', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    await submit(store, slug, ['Yes', 7])
    const counts = [{ question: 0, slot: 1, count: 1 }]
    await store.surveys.change(accountId, slug, async (_, given) => {
      assert.deepEqual(plain(await given.counts()), [
        { question: 0, slot: 0, count: 1 },
        { question: 1, slot: 7, count: 1 },
      ])
      return { counts }
    })
    assert.deepEqual(plain((await store.surveyCounts.find(accountId, slug))?.counts ?? []), counts)
  })

  const twice = [
    { question: 0, slot: 0, count: 9 },
    { question: 0, slot: 0, count: 9 },
  ]
  const failing: [what: string, decide: () => Promise<{ status: 'closed'; counts: Count[] }>][] = [
    ['whose decision throws', () => Promise.reject(new Refusal('nothing_to_change'))],
    ['of which a part cannot be written', async () => ({ status: 'closed', counts: twice })],
  ]
  for (const [what, decide] of failing) {
    test(`a change ${what} changes nothing`, async t => {
      const { store } = await open(t)
      const { accountId, slug } = await addSurvey(store)
      await submit(store, slug, ['Yes'])
      const before = await store.surveyCounts.find(accountId, slug)
      await assert.rejects(store.surveys.change(accountId, slug, decide))
      assert.deepEqual(await store.surveyCounts.find(accountId, slug), before)
    })
  }

  test('parallel changes of one survey run in sequence', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    let deciding = 0
    const flips = times(10, () =>
      store.surveys.change(accountId, slug, async ({ archived }) => {
        assert.equal(++deciding, 1)
        await turnOfTheLoop()
        deciding--
        return { archived: !archived }
      }),
    )
    await Promise.all(flips)
    const { archived, revision } = (await store.surveys.find(accountId, slug)) as Survey
    assert.deepEqual({ archived, revision }, { archived: false, revision: 11 })
  })

  test('while submissions arrive, a change sees consistent counts, and each answer fits the questions it was checked against', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store)
    const lastSequences: number[] = []
    const addQuestion = () =>
      store.surveys.change(accountId, slug, async ({ questions, responseCount, lastSequence }, given) => {
        const kept = (await given.counts()).map(({ count }) => count)
        assert.deepEqual(kept, responseCount > 0 ? [responseCount] : [])
        lastSequences.push(lastSequence)
        return { questions: withOneMore(questions) }
      })
    const send = () => submit(store, slug, ['Yes'])
    const editor = oneAfterAnother(10, () => send().then(addQuestion))
    await Promise.all([editor, ...times(4, () => oneAfterAnother(10, send))])
    const rows = await allOf(store, await store.surveys.find(accountId, slug))
    assert.deepEqual(
      rows.map(({ answers }) => JSON.parse(answers).length),
      times(50, at => 3 + lastSequences.filter(lastSequence => lastSequence <= at).length),
    )
  })
}

function withOneMore(questions: QuestionsText): QuestionsText {
  return encodeQuestions(
    bounded([...readQuestions(questions), ...parseQuestions([{ type: 'free_text', text: 'And?' }])]),
  )
}

async function oneAfterAnother(count: number, act: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done++) await act()
}

function slugsOf(rows: readonly { readonly slug: string }[]): string[] {
  return rows.map(({ slug }) => slug)
}
