import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const START = 'Then start through npm:\n  npm start\n  npm run -s soundings -- --help\n'

/** How to get the right Node on each system. @type {Record<string, (major: string) => string>} */
const REMEDIES = {
  linux: () => `On Linux (x64, arm64) npm installs it with the project:\n  npm ci\n${START}`,
  darwin: major =>
    `On macOS, Homebrew installs it:\n  brew install node@${major} && brew link --force --overwrite node@${major}\n${START}`,
  win32: () =>
    'On Windows, use the Windows Subsystem for Linux, where npm installs it with the project:\n' +
    `  wsl --install\nIn its terminal, run npm ci. ${START}`,
}

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const [, major = '', minor] = /^>=(\d+)\.(\d+)/.exec(engines.node) ?? []

/** Whether this Node can run the service. */
export function isRightNode() {
  const [haveMajor = 0, haveMinor = 0] = process.versions.node.split('.').map(Number)
  return haveMajor === Number(major) && haveMinor >= Number(minor)
}

/** Exits with instructions if this Node cannot run the service. */
export function checkNode() {
  if (isRightNode()) return
  const remedy = REMEDIES[process.platform]?.(major) ?? `Put such a version of Node first on your PATH. ${START}`
  process.stderr.write(`Soundings needs Node ${engines.node}; this is ${process.versions.node}.\n${remedy}`)
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) checkNode()
