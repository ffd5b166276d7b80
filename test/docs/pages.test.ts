import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { EXAMPLES } from '../../src/api/examples.ts'
import { type Block, parseMarkdown, plainText } from '../../src/docs/markdown.ts'
import { PAGE_PATHS } from '../../src/docs/page-paths.ts'
import { listPictures, pathOfPicture } from '../../src/docs/pictures.ts'
import { readAssets } from '../../src/pages/assets.ts'
import { readDescription } from '../api/described.ts'
import { newApi } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'

const service = await startService()
after(() => service.close())

/** Size limit of a page with its script, uncompressed: that of dashboards describes fifty routes. */
const MAX_BYTES = 150_000
const INDEX = '/docs/search.json'
/** Size limits of the application, of dashboard pages, of the command line and of a process. */
const OTHER_LIMITS = [
  'Drafts per account',
  'Checks whether a slug is free, per account',
  'Personal tokens per account',
  "Questions in one page of a board's list",
  'Requests of one address for missing surveys',
  'Submissions waiting to be stored',
  'Event streams of respondents from one address',
  'Dashboard sessions',
  'Open event streams',
  'Responses per page of a dashboard',
  'Responses in an XLSX export',
  'Words of a survey that are hidden',
  'Texts of a survey that are picked to be projected',
  'People in a group whose results are compared',
  'XLSX exports that wait for their turn',
  'Counts over all responses that wait',
]
const contract = readFileSync(join(import.meta.dirname, '../../docs/api-contract.md'), 'utf8')

const read = async (path: string) => (await call(service, 'GET', path)).text
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const idsOf = (page: string) => matches(page, / id="([^"]+)"/g)

interface Linked {
  readonly status: number
  readonly ids: ReadonlySet<string>
}

/** Most links lead to the same pages, each of which is requested once. */
const linked = new Map<string, Promise<Linked>>()

describe('pages of the documentation', () => {
  for (const path of PAGE_PATHS) {
    test(`${path} is small and linked from every page, and all of its links lead somewhere [docs-pages]`, async () => {
      const { status, headers, text } = await call(service, 'GET', path)
      assert.equal(status, 200)
      assert.match(headers.get('content-type') ?? '', /^text\/html/)
      const script = readAssets().get('docs.js')?.text.length ?? 0
      assert.ok(Buffer.byteLength(text) + script <= MAX_BYTES, `${Buffer.byteLength(text)} and ${script} bytes`)
      assert.equal(new Set(idsOf(text)).size, idsOf(text).length)
      assert.ok((await read('/docs')).includes(`href="${path}"`))
      for (const target of new Set(matches(text, / href="([/#][^"]*)"/g))) await assertFound(target, path)
      assert.doesNotMatch(text, /soundings\.example(?!\/(?:s|admin|p|remote)\/)/)
    })

    test(`${path}.md has the same content [docs-markdown]`, async () => {
      const { headers, text } = await call(service, 'GET', `${path}.md`)
      assert.match(headers.get('content-type') ?? '', /^text\/markdown/)
      const page = textOfPage(await read(path))
      for (const said of parseMarkdown(text).flatMap(textsOf)) assert.ok(page.includes(squeezed(said)), said)
    })
  }

  test('pictures of guides keep their room while they load, and each is shown [docs-pages]', async () => {
    const shown = new Set<string>()
    for (const path of PAGE_PATHS)
      for (const [, picture = '', width, height] of (await read(path)).matchAll(
        /<img src="([^"]+)".* width="(\d+)" height="(\d+)"/g,
      )) {
        const { headers, text } = await raw(picture, {})
        assert.equal(headers.get('content-type'), 'image/png')
        assert.equal(headers.get('cache-control'), 'public, max-age=3600')
        assert.deepEqual([text.readUInt32BE(16), text.readUInt32BE(20)], [Number(width), Number(height)])
        shown.add(picture)
      }
    assert.deepEqual([...shown].sort(), listPictures().map(pathOfPicture).sort())
  })

  test('/docs has every operation, and /docs/schemas every schema [reference-page]', async () => {
    const { document } = await readDescription(service)
    const operations = idsOf(await read('/docs'))
    for (const id of Object.keys(EXAMPLES)) assert.ok(operations.includes(id), id)
    const schemas = idsOf(await read('/docs/schemas'))
    for (const name of Object.keys(document.components.schemas)) assert.ok(schemas.includes(name), name)
  })

  test('/llms.txt lists every page with its subject [docs-markdown]', async () => {
    const { headers, text } = await call(service, 'GET', '/llms.txt')
    assert.match(headers.get('content-type') ?? '', /^text\/plain/)
    const listed = matches(text, /^- \[[^\]]+\]\(([^)]+)\): \S/gm)
    assert.deepEqual(listed.sort(), PAGE_PATHS.map(path => `${service.baseUrl}${path}.md`).sort())
  })
})

test('documents are compressed, may be cached, and are not sent again to clients that have them [docs-caching]', async () => {
  for (const path of ['/docs', '/docs/retries', '/docs/changes.md', '/llms.txt', INDEX]) {
    const plain = await call(service, 'GET', path)
    assert.equal(plain.headers.get('cache-control'), 'public, max-age=3600')
    assert.equal(plain.headers.get('vary'), 'Accept-Encoding')
    for (const [encoding, decompress] of [['br', brotliDecompressSync] as const, ['gzip', gunzipSync] as const]) {
      const { headers, text } = await raw(path, { 'accept-encoding': encoding })
      assert.equal(headers.get('content-encoding'), encoding)
      assert.equal(decompress(text).toString(), plain.text)
    }
    const etag = plain.headers.get('etag') ?? ''
    for (const method of ['GET', 'HEAD']) {
      const again = await call(service, method, path, { headers: { 'if-none-match': `"other", ${etag}` } })
      assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag])
      assert.equal(again.headers.get('content-length'), null, method)
    }
    const changed = await call(service, 'GET', path, { headers: { 'if-none-match': '"other"' } })
    assert.equal(changed.status, 200)
  }
  assert.equal((await call(service, 'POST', '/docs/retries')).status, 405)
  const missing = await call(service, 'GET', '/docs/none')
  assert.deepEqual([missing.status, missing.text], [404, '{"error":"not found"}'])
  for (const path of ['/docs/none', '/docs/none/such', '/docs/none.md']) {
    const page = await call(service, 'GET', path, { headers: { accept: 'text/html' } })
    assert.deepEqual([page.status, page.headers.get('x-robots-tag')], [404, 'noindex'])
    assert.match(page.text, /<input id="search"[\s\S]*<ul class="guides">/)
    assert.doesNotMatch(page.text, /class="join"|rel="canonical"/)
  }
})

describe('/docs/errors [docs-errors]', () => {
  test('has every code', async () => {
    const { document } = await readDescription(service)
    const codes = matches(JSON.stringify(document.components.schemas.ErrorBody), /"([a-z]+(?:_[a-z]+)+)"/g)
    assert.ok(codes.includes('slug_taken'))
    const ids = idsOf(await read('/docs/errors'))
    for (const code of codes) assert.ok(ids.includes(code), code)
  })

  test('has every text of the contract that is not about a question or the Host header', async () => {
    const markdown = await read('/docs/errors.md')
    const sections = contract.slice(contract.indexOf('### 6.2'), contract.indexOf('### 6.6'))
    const texts = matches(sections, /^\|(?: \d+ \|)? `([^`]+)` \|/gm)
    assert.ok(texts.length > 30, `${texts.length} texts`)
    const others = /^cannot |Host header|^bad request|^this (?:account|survey) has/
    for (const text of texts.filter(text => !others.test(text))) assert.ok(markdown.includes(`\`${text}\``), text)
  })

  test('has every limit of the contract that concerns programs, in the same words', async () => {
    const rowsOf = (text: string) => matches(text, /^(\| (?!what |---).+)$/gim)
    const table = contract.slice(contract.indexOf('### 5.1'), contract.indexOf('### 5.2'))
    const [, limits = ''] = (await read('/docs/errors.md')).split('## Limits')
    const rows = rowsOf(table.replace(/ \(\[[\d.]+\]\(#[^)]+\)\)| <sub>[^<]+<\/sub>/g, ''))
    const nameOf = (row: string) => row.split(' | ')[0]?.slice(2) ?? ''
    assert.deepEqual(
      OTHER_LIMITS.filter(name => !rows.map(nameOf).includes(name)),
      [],
    )
    const expected = rows.filter(row => !OTHER_LIMITS.includes(nameOf(row)))
    assert.deepEqual(rowsOf(limits), expected)
  })
})

describe('the reference of everything beside the API [docs-beside-api]', () => {
  const references = [
    { path: '/docs/answering', section: ['### 6.6', '### 6.7'] },
    { path: '/docs/dashboard-api', section: ['### 6.7', '### 6.8'] },
  ]
  for (const { path, section } of references) {
    test(`${path} has every text of the errors in the contract, with its code`, async () => {
      const [start = '', end = ''] = section
      const table = contract.slice(contract.indexOf(start), contract.indexOf(end))
      const rows = [...table.matchAll(/^\| (\d+) \| `([^`]+)` \|( `[^`]+`)? \|/gm)]
      assert.ok(rows.length > 15, `${rows.length} rows`)
      const markdown = await read(`${path}.md`)
      for (const [, status, error, code = ''] of rows)
        assert.ok(markdown.includes(`| ${status} | \`${error}\` |${code} |`), error)
    })
  }
})

test('the guide for AI clients has every tool, with the scope that it needs [docs-pages]', async () => {
  const { caller } = await newApi(service)
  const toolsFor = async (scope: string) => {
    const { token } = await service.newCaller({ accountId: caller.accountId, scope })
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const { text } = await call(service, 'POST', '/mcp', { token, headers, body })
    return matches(text, /"name":"(\w+)","description"/g)
  }
  const rows = parseMarkdown(await read('/docs/ai-clients.md')).flatMap(block =>
    block.type === 'table' ? block.rows.map(cells => cells.map(({ text }) => text)) : [],
  )
  const named = (scope: string) =>
    rows
      .filter(([, needs]) => needs === scope || needs === 'either')
      .flatMap(([names = '']) => matches(names, /`(\w+)`/g))
  assert.deepEqual(named('read').sort(), (await toolsFor('surveys:read')).sort())
  const both = [...named('read'), ...named('delete').filter(name => name !== 'whoami')]
  assert.deepEqual(both.sort(), (await toolsFor('surveys:read surveys:delete')).sort())
  // It is listed only for clients that show pages, which this request does not claim to do.
  assert.deepEqual(named('write').sort(), ['moderate_board', ...(await toolsFor('surveys:write'))].sort())
})

test('the index of the search has every page, operation, schema and error code [docs-search]', async () => {
  const index = JSON.parse(await read(INDEX)) as { path: string; title: string; text: string }[]
  const paths = index.map(({ path }) => path)
  for (const path of [...PAGE_PATHS, '/docs#createSurvey', '/docs/schemas#SurveyDetail', '/docs/errors#slug_taken'])
    assert.ok(paths.includes(path), path)
  for (const path of paths) await assertFound(path, '/docs')
})

/** Follows a link. @param from the page that it is on */
async function assertFound(target: string, from: string): Promise<void> {
  const [path = '', id] = target.split('#')
  const page = path === '' ? from : path
  const found = linked.get(page) ?? open(page)
  linked.set(page, found)
  const { status, ids } = await found
  assert.equal(status, 200, target)
  if (id !== undefined) assert.ok(ids.has(id), target)
}

async function open(page: string): Promise<Linked> {
  const { status, text } = await call(service, 'GET', page)
  return { status, ids: new Set(idsOf(text)) }
}

/** The bytes of a response as they are sent. */
async function raw(path: string, headers: Record<string, string>): Promise<{ headers: Headers; text: Buffer }> {
  const { get } = await import('node:http')
  return new Promise((resolve, reject) => {
    get(service.baseUrl + path, { headers }, async response => {
      const chunks = await response.toArray()
      resolve({ headers: new Headers(response.headers as Record<string, string>), text: Buffer.concat(chunks) })
    }).on('error', reject)
  })
}

/** What a block says, without markup. Lists of the reference are tables on its page. */
function textsOf(block: Block): readonly string[] {
  if (block.type === 'code') return [block.text]
  if (block.type === 'table') return [block.header, ...block.rows].flat().map(({ text }) => plainText(text))
  if (block.type === 'list')
    return block.items.filter(({ text }) => !/^(?:`[^`]+` \(|\d{3}: )/.test(text)).map(({ text }) => plainText(text))
  const isText = block.type === 'heading' || block.type === 'paragraph'
  return !isText || /^(?:Parameters|Body|Events|Errors):$/.test(block.text) ? [] : [plainText(block.text)]
}

function textOfPage(page: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  const text = page.replace(/<img [^>]*alt="([^"]*)"[^>]*>/g, '$1').replace(/<[^>]*>/g, '')
  return squeezed(text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name] ?? ''))
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
