// Bundles the commands for remote servers into one file of the package @soundings/client, for Node 20.3 and later.
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')

await build({
  configFile: false,
  root,
  logLevel: 'error',
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: join(root, 'clients/typescript/dist'),
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    license: { fileName: 'soundings-client-licenses.json' },
    rolldownOptions: {
      input: join(root, 'src/cli/remote/program.ts'),
      // Leaves out what only commands for an installation need.
      treeshake: { moduleSideEffects: false },
      output: {
        format: 'esm',
        comments: false,
        banner: '#!/usr/bin/env node',
        entryFileNames: 'soundings-client.js',
        codeSplitting: false,
      },
    },
  },
})
