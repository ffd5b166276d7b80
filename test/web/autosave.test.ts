import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { Autosave } from '../../web/app/builder/autosave.ts'
import type { Stored } from '../../web/app/builder/content.ts'
import { LocalCopies } from '../../web/app/builder/local-copies.ts'
import { RequestError } from '../../web/ui/request.ts'

const titled = (title: string, revision = 1): Stored => ({ title, questions: [], theme: null, revision })

/** The part of browser storage that is used; keys are its own properties, as in a browser. */
function newStorage(isFull = () => false): Storage {
  const storage: Record<string, string> = {}
  const hidden = (value: unknown) => ({ value, enumerable: false })
  Object.defineProperties(storage, {
    getItem: hidden((key: string) => storage[key] ?? null),
    removeItem: hidden((key: string) => delete storage[key]),
    setItem: hidden((key: string, value: string) => {
      if (isFull()) throw new Error('full')
      storage[key] = value
    }),
  })
  return storage as unknown as Storage
}

/** A server with one draft, which fails as instructed. */
class Server {
  stored = titled('Stored')
  failure: RequestError | undefined
  readonly puts: Stored[] = []

  put = async (content: Stored) => {
    this.puts.push(content)
    if (this.failure !== undefined) throw this.failure
    if (content.revision !== this.stored.revision) throw new RequestError(409, 'changed', 'draft_changed')
    this.stored = { ...content, revision: content.revision + 1 }
    return this.stored
  }

  readonly read = async () => this.stored
}

describe('saving as one types', () => {
  let [server, storage] = [new Server(), newStorage()]
  let copies = new LocalCopies(storage, 'tab', 0)
  beforeEach(() => {
    ;[server, storage] = [new Server(), newStorage()]
    copies = new LocalCopies(storage, 'tab', 0)
    mock.timers.enable({ apis: ['setTimeout'] })
  })
  afterEach(() => mock.timers.reset())

  function begin({ isAutomatic = true } = {}): Autosave {
    const { stored, put, read } = server
    return new Autosave({ id: 'd', stored, isAutomatic, put, read, copies, clock: () => 0 })
  }

  /** Advances time, and lets everything that it triggers finish. */
  async function pass(milliseconds: number): Promise<void> {
    mock.timers.tick(milliseconds)
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }

  test('changes are saved together within half a second of the last one, and kept in the browser until then', async () => {
    const saving = begin()
    saving.change(titled('A'))
    await pass(300)
    saving.change(titled('AB'))
    assert.equal(copies.find('d')?.title, 'AB')
    assert.deepEqual([server.puts.length, saving.state.value.name], [0, 'saving'])
    await pass(499)
    assert.deepEqual(server.puts, [titled('AB', 1)])
    assert.deepEqual([saving.state.value.name, saving.revision.value, copies.find('d')], ['saved', 2, undefined])
  })

  test('input during a request is saved by a second request, never in parallel', async () => {
    const { put } = server
    const { promise: slow, resolve: answer } = Promise.withResolvers<void>()
    let [running, most] = [0, 0]
    server = Object.assign(server, {
      put: async (content: Stored) => {
        most = Math.max(most, ++running)
        if (content.title === 'A') await slow
        return put(content).finally(() => running--)
      },
    })
    const saving = begin()
    for (const title of ['A', 'AB', 'ABC']) {
      saving.change(titled(title))
      await pass(400)
    }
    assert.equal(server.puts.length, 0)
    answer()
    await pass(400)
    await pass(400)
    assert.deepEqual([server.puts, most], [[titled('A', 1), titled('ABC', 2)], 1])
    assert.equal(saving.state.value.name, 'saved')
  })

  test('input during a request is saved after it, even if the builder was closed meanwhile', async () => {
    const { put } = server
    const { promise: slow, resolve: answer } = Promise.withResolvers<void>()
    server.put = async content => {
      if (content.title === 'A') await slow
      return put(content)
    }
    const saving = begin()
    saving.change(titled('A'))
    await pass(400)
    saving.change(titled('AB'))
    void saving.stop()
    answer()
    await pass(60_000)
    assert.deepEqual([server.stored.title, copies.find('d')], ['AB', undefined])
  })

  test('without a network saving is retried with growing delays, and at once on request', async () => {
    const saving = begin()
    server.failure = new RequestError(0, 'unreachable')
    saving.change(titled('A'))
    await pass(400)
    assert.deepEqual(saving.state.value, { name: 'offline', isKept: true })
    assert.equal(copies.find('d')?.title, 'A')
    await pass(1_000)
    await pass(1_999)
    assert.equal(server.puts.length, 2)
    server.failure = undefined
    await saving.retry()
    assert.deepEqual([saving.state.value.name, server.stored.title], ['saved', 'A'])
  })

  test('if the browser has no room for a copy, it says so, offline and signed out', async () => {
    copies = new LocalCopies(
      newStorage(() => true),
      'tab',
      0,
    )
    const saving = begin()
    server.failure = new RequestError(503, 'busy')
    saving.change(titled('A'))
    await pass(400)
    assert.deepEqual(saving.state.value, { name: 'offline', isKept: false })
    server.failure = new RequestError(401, 'signed out')
    await saving.retry()
    assert.deepEqual(saving.state.value, { name: 'signed out', isKept: false })
  })

  test('a draft that was changed elsewhere is not overwritten: either version can be kept [draft-revision]', async () => {
    for (const choice of ['mine', 'theirs'] as const) {
      server = new Server()
      const saving = begin()
      server.stored = titled('Theirs', 2)
      saving.change(titled('Mine'))
      await pass(400)
      assert.deepEqual(saving.state.value, { name: 'conflict', theirs: titled('Theirs', 2) })
      saving.change(titled('Mine too'))
      await pass(400)
      assert.equal(server.stored.title, 'Theirs')
      assert.equal(copies.find('d')?.title, 'Mine too')
      if (choice === 'mine') await saving.keepMine()
      else assert.equal(saving.useTheirs().title, 'Theirs')
      assert.deepEqual([saving.state.value.name, copies.find('d')], ['saved', undefined])
      assert.equal(server.stored.title, choice === 'mine' ? 'Mine too' : 'Theirs')
    }
  })

  test('the same change made twice is no conflict', async () => {
    const saving = begin()
    server.stored = titled('Mine', 2)
    saving.change(titled('Mine'))
    await pass(400)
    assert.deepEqual([saving.state.value.name, saving.revision.value], ['saved', 2])
  })

  test('a save whose response was lost is not a conflict: later input is saved', async () => {
    for (const isAutomatic of [true, false]) {
      server = new Server()
      const saving = begin({ isAutomatic })
      const { put } = server
      server.put = async content => {
        await put(content)
        throw new RequestError(0, 'unreachable')
      }
      saving.change(titled('A'))
      await saving.flush()
      saving.change(titled('AB'))
      server.put = put
      assert.ok(await saving.flush())
      assert.deepEqual([server.stored.title, server.stored.revision, saving.revision.value], ['AB', 3, 3])
      server.stored = titled('Theirs', 4)
      saving.change(titled('A'))
      await saving.flush()
      assert.equal(saving.state.value.name, 'conflict', 'what was sent before the last answer is another change')
    }
  })

  test('after the session ends, saving resumes after signing in', async () => {
    const saving = begin()
    server.failure = new RequestError(401, 'not signed in')
    saving.change(titled('A'))
    await pass(400)
    saving.change(titled('AB'))
    await pass(60_000)
    assert.deepEqual([saving.state.value.name, server.puts.length, copies.find('d')?.title], ['signed out', 1, 'AB'])
    server.failure = undefined
    await saving.retry()
    assert.deepEqual([saving.state.value.name, server.stored.title], ['saved', 'AB'])
  })

  test('when the network or the session is back, a draft is saved, and a template only by its button', async () => {
    for (const failure of [new RequestError(0, 'unreachable'), new RequestError(401, 'not signed in')]) {
      for (const isAutomatic of [true, false]) {
        server = new Server()
        const saving = begin({ isAutomatic })
        server.failure = failure
        saving.change(titled('A'))
        await saving.flush()
        server.failure = undefined
        await saving.resume()
        assert.deepEqual(
          [saving.state.value.name, server.stored.title],
          isAutomatic ? ['saved', 'A'] : ['unsaved', 'Stored'],
        )
        saving.change(titled('AB'))
        await saving.resume()
        assert.notEqual(server.stored.title, 'AB', 'nothing was missing')
      }
    }
  })

  test('a deleted draft and refused content stay in the browser', async () => {
    const saving = begin()
    server.failure = new RequestError(409, 'storage is full', 'storage_limit_reached')
    saving.change(titled('A'))
    await pass(400)
    assert.deepEqual(saving.state.value, { name: 'refused', reason: 'storage is full' })
    server.failure = new RequestError(404, 'not found')
    saving.change(titled('B'))
    await pass(400)
    assert.deepEqual([saving.state.value.name, copies.find('d')?.title], ['gone', 'B'])
  })

  test('a template is saved on request, and closing a page sends unsaved changes', async () => {
    const template = begin({ isAutomatic: false })
    template.change(titled('A'))
    await pass(60_000)
    template.leave()
    assert.deepEqual([template.state.value.name, server.puts.length], ['unsaved', 0])
    assert.ok(await template.flush())
    const draft = begin()
    draft.change(titled('B', 2))
    draft.leave()
    await pass(0)
    assert.equal(server.stored.title, 'B')
  })

  test('after leaving its page, it does not overwrite changes made when the draft is opened again', async () => {
    const saving = begin()
    server.failure = new RequestError(0, 'unreachable')
    saving.change(titled('A'))
    void saving.stop()
    await pass(0)
    server.failure = undefined
    await pass(60_000)
    assert.deepEqual([server.stored.title, copies.find('d')?.title], ['Stored', 'A'])
  })

  test('copies belong to tabs: each has its own, a new tab takes over the newest, and old ones are dropped', () => {
    const [one, other] = [copies, new LocalCopies(storage, 'other', 0)]
    one.keep('d', titled('One'), 1)
    other.keep('d', titled('Other'), 2)
    assert.deepEqual([one.find('d')?.title, other.find('d')?.title], ['One', 'Other'])
    const third = new LocalCopies(storage, 'third', 0)
    assert.equal(third.find('d')?.title, 'Other')
    assert.equal(third.find('e'), undefined)
    storage.setItem('soundings unsaved f tab', '{"keptAt":')
    assert.equal(new LocalCopies(storage, 'tab', 0).find('f'), undefined)
    third.forget('d')
    assert.deepEqual([one.find('d')?.title, new LocalCopies(storage, 'fourth', 0).find('d')?.title], ['One', 'One'])
    assert.equal(new LocalCopies(storage, 'fifth', 31 * 86_400_000).find('d'), undefined)
  })

  test('after a sign-out in another tab nothing is kept, whatever is still typed or fails to be sent', async () => {
    const saving = begin()
    server.failure = new RequestError(0, 'offline')
    saving.change(titled('A'))
    await pass(400)
    assert.equal(copies.find('d')?.title, 'A')
    copies.close()
    assert.equal(copies.find('d'), undefined)
    saving.change(titled('AB'))
    server.failure = new RequestError(401, 'signed out')
    await pass(60_000)
    assert.deepEqual([saving.state.value, Object.keys(storage)], [{ name: 'signed out', isKept: false }, []])
  })

  test('all copies of all tabs are dropped with the account, and nothing else', () => {
    copies.keep('d', titled('One'), 1)
    new LocalCopies(storage, 'other', 0).keep('e', titled('Other'), 2)
    storage.setItem('letter keys', 'off')
    LocalCopies.forgetAll(storage)
    assert.deepEqual(Object.keys(storage), ['letter keys'])
  })
})
