import { createHash } from 'node:crypto'
import { parse } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { lazy } from '../domain/values/lazy.ts'
import { hasProgramFile, listProgramFiles, readProgramFile } from '../program/program-files.ts'
import { type EncodedText, sendEncoded } from '../transport/encodings.ts'
import { EMBEDDABLE } from '../transport/security-headers.ts'

/**
 * A file that pages load. Its path contains a hash of all of them, so browsers may cache it for ever, and scripts that
 * import one another by name get files of the same build.
 */
export interface Asset extends EncodedText {
  readonly path: string
}

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

/**
 * Browser files by their name in `dist`, read once for all applications of a process. Empty if `npm run build` has not
 * run.
 */
export const readAssets = lazy((): ReadonlyMap<string, Asset> => {
  const names = listProgramFiles('dist').flatMap(file => (/\.(js|css)\.br$/.test(file) ? [parse(file).name] : []))
  const files = names.toSorted().map(readBrowserFile)
  const hash = createHash('sha256')
  for (const { name, text } of files) hash.update(`${name} ${text.length} `).update(text)
  const folder = `/assets/${hash.digest('base64url').slice(0, 12)}`
  return new Map(files.map(file => [file.name, { ...file, path: `${folder}/${file.name}` }]))
})

function readBrowserFile(name: string): Omit<Asset, 'path'> & { readonly name: string } {
  const file = `dist/${name}`
  const encodings = { br: readProgramFile(`${file}.br`), gzip: readProgramFile(`${file}.gz`) }
  return { name, type: `${TYPES[parse(name).ext]}; charset=utf-8`, text: readProgramFile(file), encodings }
}

/** Licences of what browsers load, and of what the server contains. */
const LICENCES = ['dist/third-party.txt', 'dist/server/third-party.txt']
const readLicences = lazy(() => Buffer.concat(LICENCES.filter(hasProgramFile).map(readProgramFile)))
const readPreview = lazy(() => readProgramFile('web/preview.png'))
const FOR_GOOD = 'public, max-age=31536000, immutable'
const FOR_A_DAY = 'public, max-age=86400'

/** Routes of browser files, the licences of their contents, `robots.txt` and `favicon.ico`. */
export function assetRoutes(app: FastifyInstance, assets: Iterable<Asset>): void {
  for (const asset of assets) assetRoute(app, asset)
  const text = readLicences()
  if (text.length > 0) {
    app.get('/third-party.txt', async (_, reply) => sendFile(reply, 'text/plain; charset=utf-8').send(text))
  }
  const preview = readPreview()
  app.get('/preview.png', async (_, reply) => sendFile(reply, 'image/png').headers(EMBEDDABLE).send(preview))
  app.get('/robots.txt', async (_, reply) => sendFile(reply, 'text/plain; charset=utf-8').send(ROBOTS))
  // Pages embed their icon; browsers request this one for other files.
  app.get('/favicon.ico', async (_, reply) => reply.code(204).header('cache-control', FOR_A_DAY).send())
}

/** Link previews may read surveys. Pages behind a token or a sign-in have nothing to index. */
const ROBOTS = [
  'User-agent: *',
  'Disallow: /api/',
  'Disallow: /admin/',
  'Disallow: /app',
  'Disallow: /p/',
  'Disallow: /remote/',
  '',
].join('\n')

/** Of scripts that run in workers, which have no policy of the page: they load scripts of ours, and send nothing. */
const WORKER_POLICY = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

function assetRoute(app: FastifyInstance, asset: Asset): void {
  const headers = { 'cache-control': FOR_GOOD, 'content-security-policy': WORKER_POLICY }
  app.get(asset.path, async (_, reply) => sendEncoded(reply.headers(headers), asset))
}

function sendFile(reply: FastifyReply, type: string): FastifyReply {
  return reply.header('cache-control', FOR_A_DAY).type(type)
}
