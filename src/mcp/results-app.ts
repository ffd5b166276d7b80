import { readProgramFile } from '../program/program-files.ts'

/** The extension with which clients show tools' pages, with the names of its specification of 2026-01-26. */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui'
export const RESULTS_URI = 'ui://soundings/results'

export const RESULTS_FILE = 'dist/results-app.html'
const MIME_TYPE = 'text/html;profile=mcp-app'

/** The page that shows results in a conversation. It contains no data and loads nothing from any network. */
export const RESULTS_APP = {
  uri: RESULTS_URI,
  name: 'results',
  title: 'Survey results',
  description: 'Live results of a survey, and its boards.',
  mimeType: MIME_TYPE,
}

/** Read on first use, because few processes need it. */
export function readResultsApp(file: string) {
  const text = readProgramFile(file).toString()
  return { contents: [{ uri: RESULTS_URI, mimeType: MIME_TYPE, text, _meta: { ui: { prefersBorder: true } } }] }
}
