import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishAtLink } from '../../web/app/publish/publish-at-link.ts'
import { suggestFreeSlug } from '../../web/app/publish/slug-suggestion.ts'
import { RequestError } from '../../web/ui/request.ts'

const SLUG_TAKEN = new RequestError(409, 'slug taken', 'slug_taken')
const TAKEN = ['retro', ...Array.from({ length: 8 }, (_, at) => `retro-${at + 2}`)]

/** Publishes a survey while the server has answered nothing about links. @returns the links that were tried */
async function tried({ chosen, taken, error = SLUG_TAKEN }: Case): Promise<string[]> {
  const [known, links] = [new Set<string>(), [] as string[]]
  const suggest = () => suggestFreeSlug('Retro', slug => known.has(slug))
  const publishing = publishAtLink({ chosen, suggest, markTaken: slug => known.add(slug) }, async slug => {
    links.push(slug)
    if (taken.includes(slug)) throw error
  })
  await publishing.catch(failure => links.push(failure.code))
  return links
}

interface Case {
  readonly chosen?: string
  readonly taken: readonly string[]
  readonly error?: RequestError
}

test('a suggested link that was taken a moment ago gives way to the next, and the last to random words', async () => {
  assert.deepEqual(await tried({ taken: [] }), ['retro'])
  assert.deepEqual(await tried({ taken: TAKEN.slice(0, 2) }), ['retro', 'retro-2', 'retro-3'])
  assert.deepEqual(await tried({ taken: TAKEN }), [...TAKEN, ''])
})

test('a typed link that is taken is refused, and so is anything else', async () => {
  assert.deepEqual(await tried({ chosen: 'retro', taken: TAKEN }), ['retro', 'slug_taken'])
  assert.deepEqual(await tried({ chosen: '', taken: [''] }), ['', 'slug_taken'])
  const error = new RequestError(409, 'draft changed', 'draft_changed')
  assert.deepEqual(await tried({ taken: TAKEN, error }), ['retro', 'draft_changed'])
})
