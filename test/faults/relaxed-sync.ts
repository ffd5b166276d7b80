// Loaded before the server (`--import`): its commits no longer wait for the disk.
import { DatabaseSync } from 'node:sqlite'

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  exec.call(this, sql.replace('synchronous = full', 'synchronous = normal'))
}
