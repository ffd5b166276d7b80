import type { ConsoleMessage, Page } from 'playwright-core'

/** What browsers report when they are offline, and when a server stops. */
const LOST_NETWORK = /net::ERR_(?:INTERNET_DISCONNECTED|CONNECTION_(?:REFUSED|RESET)|INCOMPLETE_CHUNKED_ENCODING)/

/**
 * Collects what browsers report of these pages from now on: errors of scripts, violations of the content security
 * policy, and files that are missing. Refusals by the server and a lost network are parts of tests, not errors of a page.
 */
export function recordErrors(...pages: readonly Page[]): string[] {
  const errors: string[] = []
  for (const page of pages) {
    page.on('pageerror', error => errors.push(String(error)))
    page.on('console', message => {
      if (message.type() === 'error' && !isPartOfTest(message)) errors.push(message.text())
    })
  }
  return errors
}

function isPartOfTest(message: ConsoleMessage): boolean {
  const isRefusal = / a status of 4\d\d /.test(message.text()) && !/\.(?:js|css|svg)$/.test(message.location().url)
  return isRefusal || LOST_NETWORK.test(message.text())
}
