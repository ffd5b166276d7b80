// A replicated PostgreSQL for trying failovers by hand. Ctrl+C stops it and removes everything.
import { join } from 'node:path'
import { startCluster } from './cluster.ts'

const cluster = await startCluster()
const [first] = cluster.nodes
if (first === undefined) throw new Error('a cluster has nodes')
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => process.exit())
process.stdout.write(`The address of whichever node leads:
  DATABASE_URL=${cluster.url}
Who leads:
  patronictl -c ${cluster.configurationOf(first)} list
Kill the PostgreSQL of a node:
${cluster.nodes.map(({ name, folder }) => `  kill -9 $(head -1 ${join(folder, 'data/postmaster.pid')})   # ${name}\n`).join('')}`)
