import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { SETTING_NAMES } from '../../src/config/setting-names.ts'
import { temporaryFolder } from '../program.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('deploy/Dockerfile', () => {
  const steps = instructions(read('deploy/Dockerfile'))
  const settings = Object.fromEntries(steps.filter(({ word }) => word === 'ENV').flatMap(({ rest }) => pairs(rest)))

  test('contains nothing from the repository but the single executable', () => {
    const copied = steps.filter(({ word }) => word === 'COPY' || word === 'ADD').map(({ rest }) => rest)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Docker's.
    assert.deepEqual(copied, ['--chmod=755 release/soundings-${VERSION}-linux-x64 /usr/local/bin/soundings'])
    const context = read('.dockerignore')
      .split('\n')
      .filter(line => !/^(#|$)/.test(line))
    assert.deepEqual(context, ['*', '!release/soundings-*-linux-x64'])
  })

  test('names the version of the program, as does everything that names an image', () => {
    const { version } = JSON.parse(read('package.json'))
    assert.ok(steps.some(({ word, rest }) => word === 'ARG' && rest === `VERSION=${version}`))
    for (const file of ['compose.yaml', 'compose.postgres.yaml'])
      assert.deepEqual(new Set(read(`deploy/${file}`).match(/(?<=\$\{VERSION:-)[^}]*/g)), new Set([version]), file)
    const chart = parse(read('deploy/helm/soundings/Chart.yaml'))
    assert.equal(chart.appVersion, version)
  })

  test('runs as an unprivileged user, who owns only the data directory [image-unprivileged]', () => {
    assert.deepEqual(
      steps.filter(({ word }) => word === 'USER').map(({ rest }) => rest),
      ['1000:1000'],
    )
    const owned = steps.flatMap(({ word, rest }) => (word === 'RUN' ? (rest.match(/install [^&]*/g) ?? []) : []))
    assert.deepEqual(owned, [
      `install --directory --owner=soundings --group=soundings --mode=0700 ${settings.DATA_DIR}`,
    ])
  })

  test('sets only settings that the server knows', () => nothingUnknown(Object.keys(settings)))

  test('starts the program so that it receives signals, and checks whether it is ready', () => {
    const command = steps.find(({ word }) => word === 'CMD')?.rest ?? ''
    const check = steps.find(({ word }) => word === 'HEALTHCHECK')?.rest ?? ''
    assert.deepEqual(JSON.parse(command), ['soundings', 'serve'])
    assert.deepEqual(JSON.parse(/ CMD (\[.*\])$/.exec(check)?.[1] ?? ''), ['soundings', 'ready'])
  })
})

const validateCompose = new Ajv({ strict: false, logger: false }).compile({
  ...JSON.parse(read('test/deploy/compose-spec.json')),
  $schema: undefined,
})

for (const file of ['compose.yaml', 'compose.postgres.yaml'])
  describe(`deploy/${file}`, () => {
    const compose: Compose = parse(read(`deploy/${file}`), { merge: true })
    const services = Object.entries(compose.services)
    const servers = services.filter(([, { build }]) => build !== undefined)

    test('is valid by the schema of the Compose Specification', () => {
      assert.ok(validateCompose(compose), JSON.stringify(validateCompose.errors))
      assert.equal(validateCompose({ ...compose, services: { a: { image: 'a', restarts: 'always' } } }), false)
    })

    test('names services, volumes, networks and files that exist', () => {
      for (const [name, service] of services) {
        const waits = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {})
        const mounts = (service.volumes ?? []).map(volume => /^(?:\$\{\w+:-(\w+)\}|([^:]+)):/.exec(volume))
        const mounted = mounts.map(mount => mount?.[1] ?? mount?.[2] ?? '')
        within(waits, compose.services)
        within(service.networks, compose.networks ?? {})
        within(
          mounted.filter(mount => !mount.startsWith('.')),
          compose.volumes,
        )
        for (const mount of mounted)
          if (mount.startsWith('.')) assert.ok(existsSync(join(root, 'deploy', mount)), `${name}: ${mount}`)
      }
    })

    test('builds the image, and reads settings from a file that may be absent', () => {
      assert.ok(servers.length > 0)
      for (const [, { build, env_file, environment }] of servers) {
        assert.equal(join('deploy', build?.context ?? '', build?.dockerfile ?? ''), 'deploy/Dockerfile')
        assert.deepEqual(env_file, [{ path: 'settings', required: false }])
        nothingUnknown(Object.keys(environment ?? {}))
      }
      assert.ok(read('.gitignore').split('\n').includes('deploy/settings'))
    })

    test('holds no secret itself', () => {
      for (const [, { environment }] of services)
        for (const [name, value] of Object.entries(environment ?? {}))
          if (/SECRET|PASS|SETTINGS|DATABASE_URL/.test(name)) assert.match(value, /^\/run\/secrets\//, name)
    })

    test('confines every service [image-unprivileged]', () => {
      for (const [name, service] of services) {
        assert.equal(service.read_only, true, name)
        assert.deepEqual(service.cap_drop, ['ALL'], name)
        assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
      }
    })

    test('restarts every service that does not end, and checks the health of each', () => {
      for (const [name, { restart, healthcheck, build }] of services) {
        if (name === 'prepare') continue
        assert.equal(restart, 'unless-stopped', name)
        assert.ok(healthcheck !== undefined || build !== undefined, name)
      }
    })
  })

test('compose.yaml is reachable from this machine only, at the server’s default address', () => {
  const { services } = parse(read('deploy/compose.yaml'))
  assert.deepEqual(services.soundings.ports, ['127.0.0.1:3000:3000'])
  assert.equal(services.soundings.environment, undefined)
})

describe('compose.postgres.yaml', () => {
  const { services, networks }: Compose = parse(read('deploy/compose.postgres.yaml'), { merge: true })

  test('lets only the proxy be reached [image-unprivileged]', () => {
    const published = Object.entries(services).flatMap(([name, { ports }]) => (ports === undefined ? [] : [name]))
    assert.deepEqual(published, ['proxy'])
    assert.equal(networks?.back?.internal, true)
    for (const name of ['database', 'backup']) assert.deepEqual(services[name]?.networks, ['back'])
  })

  test('the proxy lists every server', () => {
    const [, listed = ''] = /\{\$SERVERS:([^}]+)\}/.exec(read('deploy/Caddyfile')) ?? []
    const servers = Object.keys(services).filter(name => services[name]?.build !== undefined)
    assert.equal(servers.length, 2)
    assert.deepEqual(
      listed.split(' '),
      servers.map(name => `${name}:3000`),
    )
  })

  test('every service that reads a secret waits until all are created, and each finds its own', t => {
    const folder = temporaryFolder(t)
    const backups = temporaryFolder(t)
    prepare([folder, backups])
    const files = readdirSync(folder)
    for (const [name, { volumes = [], depends_on, environment = {} }] of Object.entries(services)) {
      if (name === 'prepare' || !volumes.includes('secrets:/run/secrets:ro')) continue
      assert.deepEqual(Object(depends_on).prepare, { condition: 'service_completed_successfully' }, name)
      const user = ['database', 'backup'].includes(name) ? 999 : 1000
      for (const path of Object.values(environment).filter(value => value.startsWith('/run/secrets/'))) {
        assert.ok(files.includes(basename(path)), path)
        if (isRoot) assert.deepEqual(ownerOf(join(folder, basename(path))), [user, 0o400], path)
      }
    }
    if (isRoot) assert.equal(statSync(backups).uid, 999)
  })
})

describe('deploy/prepare.sh', () => {
  test('creates matching secrets once', t => {
    const folder = temporaryFolder(t)
    const backups = temporaryFolder(t)
    const contents = () => readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8').trim())
    prepare([folder, backups])
    const [password = '', pgpass = '', secret = '', settings = ''] = contents()
    assert.deepEqual(readdirSync(folder), ['database-password', 'pgpass', 'secret', 'settings'])
    assert.match(password, /^[0-9a-f]{64}$/)
    assert.match(secret, /^[0-9a-f]{64}$/)
    assert.equal(pgpass, `database:5432:soundings:soundings:${password}`)
    assert.equal(settings, `DATABASE_URL=postgres://soundings:${password}@database/soundings`)
    prepare([folder, backups])
    assert.deepEqual(contents(), [password, pgpass, secret, settings])
    // An interrupted start: no database was started with the password yet, but the secret may have been read.
    rmSync(join(folder, 'settings'))
    prepare([folder, backups])
    const [another = '', , same = '', final = ''] = contents()
    assert.notEqual(another, password)
    assert.equal(same, secret)
    assert.ok(final.includes(another))
  })

  test('a secret that could not be rotated stays in its place', t => {
    const folder = temporaryFolder(t)
    prepare(['replace', folder], 'before')
    assert.notEqual(prepare(['replace', folder], '').status, 0)
    assert.equal(readFileSync(join(folder, 'secret'), 'utf8'), 'before\n')
  })
})

/** As root, because it changes file owners; another user tests everything else. */
function prepare(words: readonly string[], input = '') {
  const program = read('deploy/prepare.sh').replace(/^.*\bchown\b.*$/gm, line => (isRoot ? line : ''))
  return spawnSync('sh', ['-c', program, 'prepare.sh', ...words], { input, encoding: 'utf8' })
}

const isRoot = process.getuid?.() === 0

function ownerOf(file: string): [user: number, mode: number] {
  const { uid, mode } = statSync(file)
  return [uid, mode & 0o777]
}

describe('the proxies', () => {
  const caddy = withoutComments(read('deploy/Caddyfile'))
  const nginx = withoutComments(read('deploy/nginx.conf'))
  const events = /location ~ (\S+) \{([^}]*)\}/.exec(nginx)

  for (const [name, text] of Object.entries({ caddy, nginx }))
    test(`${name}: every bracket is closed`, () => {
      let inside = text.replace(/\{\$[^}]*\}/g, '')
      for (let outside = ''; outside !== inside; ) {
        outside = inside
        inside = outside.replace(/\{[^{}]*\}/g, '')
      }
      assert.doesNotMatch(inside, /[{}]/)
    })

  test('event streams go through nginx at once [proxy-streams-unbuffered]', () => {
    const route = new RegExp(events?.[1] ?? '^$')
    for (const path of ['s/lunch', 'admin/api/lunch', 'p/api/token', 'remote/api/token'])
      assert.match(`/${path}/events`, route)
    assert.doesNotMatch('/s/lunch/responses', route)
    assert.match(events?.[2] ?? '', /^\s*proxy_buffering off;$/m)
    assert.match(nginx, /^\s*proxy_http_version 1\.1;$/m)
  })

  // Caddy forwards them as they arrive; each of these options would prevent that, or keep a stream whose reader has
  // gone.
  test('event streams go through Caddy at once [proxy-streams-unbuffered]', () => {
    assert.doesNotMatch(caddy, /\b(encode|flush_interval|request_buffers|response_buffers|buffer_\w+)\b/)
  })

  test('neither trusts an X-Forwarded-For header from a sender [proxy-logs-anonymous]', () => {
    assert.match(nginx, /^\s*proxy_set_header X-Forwarded-For \$remote_addr;$/m)
    assert.doesNotMatch(nginx, /proxy_add_x_forwarded_for|real_ip/)
    assert.doesNotMatch(caddy, /trusted_proxies|X-Forwarded/i)
  })

  test('neither logs the sender of a request [proxy-logs-anonymous]', () => {
    const [, variables = ''] = /log_format nameless '([^']*)';/.exec(nginx) ?? []
    assert.deepEqual(variables.split(' '), [
      '$time_iso8601',
      '$request_method',
      '$status',
      '$request_time',
      '$request_id',
    ])
    const servers = nginx.match(/^server \{/gm)?.length
    for (const [name, allowed] of [
      ['access_log', /^off$| nameless if=\$is_logged$/],
      ['error_log', / emerg$/],
    ] as const) {
      const logs = [...nginx.matchAll(new RegExp(`^\\s*${name} (.*);$`, 'gm'))]
      assert.equal(logs.length, servers, name)
      for (const [, log = ''] of logs) assert.match(log, allowed)
    }
    assert.deepEqual(
      caddy.match(/^\s*log\b.*$/gm)?.map(line => line.trim()),
      ['log default {'],
    )
    assert.match(caddy, /log default \{\s+exclude http\s+include http\.handlers\.reverse_proxy\.health_checker\s+\}/)
  })

  test('both choose the id of a request themselves [request-id-kept]', () => {
    assert.match(nginx, /^\s*proxy_set_header X-Request-Id \$request_id;$/m)
    assert.match(caddy, /^\s*header_up X-Request-Id \{http\.request\.uuid\}$/m)
  })

  test('both let the server refuse large bodies', () => {
    assert.match(nginx, /client_max_body_size 2m;/)
    assert.match(caddy, /max_size 2MB/)
  })
})

function nothingUnknown(names: readonly string[]): void {
  assert.deepEqual(
    names.filter(name => !SETTING_NAMES.some(known => known === name)),
    [],
  )
}

function within(names: readonly string[] | undefined, all: Readonly<Record<string, unknown>>): void {
  for (const name of names ?? []) assert.ok(Object.hasOwn(all, name), name)
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly networks?: Readonly<Record<string, { readonly internal?: boolean } | null>>
  readonly volumes: Readonly<Record<string, unknown>>
}

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly cap_drop?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
  readonly env_file?: unknown
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: unknown
  readonly networks?: readonly string[]
  readonly ports?: readonly string[]
  readonly read_only?: boolean
  readonly restart?: string
  readonly security_opt?: readonly string[]
  readonly volumes?: readonly string[]
}

interface Instruction {
  readonly word: string
  readonly rest: string
}

function instructions(dockerfile: string): Instruction[] {
  const lines = withoutComments(dockerfile)
    .replace(/\\\n\s*/g, '')
    .split('\n')
  return lines.flatMap(line => {
    const [, word, rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    return word === undefined ? [] : [{ word, rest }]
  })
}

function pairs(rest: string): [name: string, value: string][] {
  return rest.split(/\s+/).map(pair => {
    const [name = '', value = ''] = pair.split('=')
    return [name, value]
  })
}

function withoutComments(text: string): string {
  return text.replace(/^\s*#.*\n/gm, '')
}
