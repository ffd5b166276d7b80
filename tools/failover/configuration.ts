/** The addresses and files of a cluster node. */
export interface Node {
  readonly name: string
  /** Its data is in the folder `data` below. */
  readonly folder: string
  readonly port: number
  /** The port of Patroni’s REST API, which reports the leader. */
  readonly apiPort: number
}

export interface Parts {
  readonly folder: string
  /** Where the programs of PostgreSQL are. */
  readonly programs: string
  readonly nodes: readonly Node[]
  readonly etcdPort: number
  readonly proxyPort: number
  /** How long a leader may be silent until another is elected, in seconds. Patroni's default is 30. */
  readonly ttl: number
}

/** In seconds. Patroni wants `loop_wait + 2 * retry_timeout <= ttl`. Its default is 10 for each. */
const TIMES = { loop_wait: 1, retry_timeout: 2 }

/** A commit always waits for a standby too: without one, nothing is committed. */
const SYNCHRONOUS = { synchronous_mode: true, synchronous_mode_strict: true }
export const ASYNCHRONOUS = { synchronous_mode: false, synchronous_mode_strict: false }

/** For `patroni`. JSON is YAML too. */
export function patroniConfiguration(
  { folder, port, apiPort, name }: Node,
  { programs, etcdPort, ttl }: Parts,
): string {
  const anybody = (database: string) => `host ${database} all 127.0.0.1/32 trust`
  const dynamic = {
    ttl,
    ...TIMES,
    ...SYNCHRONOUS,
    // A leader whose PostgreSQL has crashed hands over instead of recovering.
    primary_start_timeout: 0,
    postgresql: { use_pg_rewind: true, remove_data_directory_on_rewind_failure: true },
  }
  return JSON.stringify({
    scope: 'soundings',
    name,
    // Version 2 of etcd’s API: with version 3, Patroni before 3.0.3 lets a leader that was frozen take over from its
    // successor, and discards what that one has committed.
    // back from its successor, and throws away what that one has committed.
    etcd: { host: `127.0.0.1:${etcdPort}` },
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    bootstrap: { dcs: dynamic, initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'] },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      bin_dir: programs,
      data_dir: `${folder}/data`,
      pgpass: `${folder}/pgpass`,
      pg_hba: [anybody('all'), anybody('replication')],
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      // After a failover, the other standby tries the new leader at once, because commits wait for it.
      parameters: { unix_socket_directories: '', wal_retrieve_retry_interval: '500ms' },
    },
  })
}

/**
 * For `haproxy`. Sessions with a former leader are cut: otherwise clients waiting for a reply would wait until their
 * own time limit.
 */
export function proxyConfiguration({ nodes, proxyPort }: Parts): string {
  return `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s

listen leader
  bind 127.0.0.1:${proxyPort}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, apiPort }) => `  server ${name} 127.0.0.1:${port} check port ${apiPort}\n`).join('')}`
}
