import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { unzipSync } from 'fflate'
import { type ZipFile, zip } from './zip.ts'

const DATE = new Date('2026-06-01T12:34:56Z')

async function archive(files: Record<string, readonly string[]>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of zip(entries(files), DATE)) parts.push(part)
  return Buffer.concat(parts)
}

async function* entries(files: Record<string, readonly string[]>): AsyncGenerator<ZipFile> {
  for (const [name, content] of Object.entries(files)) yield { name, content: textOf(content) }
}

async function* textOf(parts: readonly string[]): AsyncGenerator<string> {
  yield* parts
}

test('an archive contains its files, whatever their names and however their content arrives', async () => {
  const files = { 'account.json': ['{}'], 'surveys/größe-日本.json': ['[', '"é🎻"', ']'], empty: [] }
  const read = unzipSync(await archive(files))
  const texts = Object.entries(read).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])
  assert.deepEqual(Object.fromEntries(texts), { 'account.json': '{}', 'surveys/größe-日本.json': '["é🎻"]', empty: '' })
  assert.deepEqual(unzipSync(await archive({})), {})
})

test('the directory has the size, checksum and date of each file, and size and checksum also follow the file itself', async () => {
  const bytes = await archive({ 'a.json': ['x'.repeat(100_000), 'y'], 'b/c.json': ['z'] })
  const directory = bytes.readUInt32LE(bytes.length - 6)
  const sums = [directory, directory + 46 + 'a.json'.length].map(at => {
    assert.equal(bytes.readUInt32LE(at), 0x0201_4b50)
    const date = bytes.readUInt32LE(at + 12)
    return [
      date >>> 25,
      (date >>> 21) & 15,
      (date >>> 16) & 31,
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 24),
    ]
  })
  const day = [46, 6, 1]
  assert.equal(bytes.readUInt32LE(bytes.length - 10), bytes.length - 22 - directory)
  const sum = crc32(`${'x'.repeat(100_000)}y`)
  assert.deepEqual(sums, [
    [...day, sum, 100_001],
    [...day, crc32('z'), 1],
  ])
  const after = 30 + 'a.json'.length + 100_001
  assert.deepEqual(
    [0, 4, 8, 12].map(at => bytes.readUInt32LE(after + at)),
    [0x0807_4b50, sum, 100_001, 100_001],
  )
})

test('a file is not read before its turn', async () => {
  const read: string[] = []
  async function* watched(): AsyncGenerator<ZipFile> {
    for (const name of ['a', 'b']) {
      read.push(name)
      yield { name, content: textOf([name]) }
    }
  }
  const parts = zip(watched(), DATE)
  await parts.next()
  assert.deepEqual(read, ['a'])
})
