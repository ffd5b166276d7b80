import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Ends the process with what to do, where this Node cannot run the service. */
export function checkNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const [, major, minor] = /^>=(\d+)\.(\d+)/.exec(engines.node) ?? []
  const [haveMajor = 0, haveMinor = 0] = process.versions.node.split('.').map(Number)
  if (haveMajor === Number(major) && haveMinor >= Number(minor)) return
  process.stderr.write(
    `Soundings needs Node ${engines.node}; this is ${process.versions.node}.\n` +
      'On Linux (x64, arm64) npm installs it with the project: run `npm ci`, then start through npm:\n' +
      '  npm start\n' +
      '  npm run -s soundings -- --help\n' +
      'On other systems, put such a version of Node first on your PATH.\n',
  )
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) checkNode()
