// Unpacks archives of the browser's package into the temporary folder of the system: `node unpack-chromium.ts FILE…`
import { inflate } from '@sparticuz/chromium'

for (const archive of process.argv.slice(2)) await inflate(archive)
