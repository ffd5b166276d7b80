/** A request of the description, as programs would send it. */
export interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly body: object | undefined
  /** Values may name an environment variable behind a dollar sign. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether what is answered goes on and on, or is a file. */
  readonly isStream: boolean
  readonly isFile: boolean
}

export type Language = keyof typeof WRITERS

/** Code that does the same in different languages, or in only one. */
export interface Sample {
  readonly language: string
  readonly code: string
}

const WRITERS = { curl, JavaScript: javascript, Python: python }

/** The same request in each language. Each sample reads the token from the environment and runs as it is. */
export function samplesOf(request: SampleRequest, languages: readonly Language[]): readonly Sample[] {
  return languages.map(language => ({ language, code: WRITERS[language](request) }))
}

function curl({ method, url, body, headers, isStream, isFile }: SampleRequest): string {
  const verb = `${isStream ? ' -N' : ''}${isFile ? ' -OJ' : ''}${method === 'GET' ? '' : ` -X ${method}`}`
  const lines = Object.entries(headers).map(([name, value]) => ` \\\n  -H "${name}: ${value}"`)
  const data = body === undefined ? '' : ` \\\n  -d '${pretty(body).replaceAll('\n', '\n  ').replaceAll("'", "'\\''")}'`
  return `curl${verb} '${url}'${lines.join('')}${data}`
}

function javascript({ method, url, body, headers }: SampleRequest): string {
  const sent = Object.entries(headers).map(
    ([name, value]) => `${name}: ${quoted(value, '`', variable => `\${process.env.${variable}}`)}`,
  )
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${sent.join(', ')} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${pretty(body).replaceAll('\n', '\n  ')}),`]),
  ]
  return `const response = await fetch('${url}', {\n${lines.join('\n')}\n})\nconsole.log(response.status, await response.json())`
}

function python({ method, url, body, headers }: SampleRequest): string {
  const sent = Object.entries(headers).map(
    ([name, value]) => `'${name}': f${quoted(value, '"', variable => `{os.environ['${variable}']}`)}`,
  )
  const lines = [
    `    '${url}',`,
    `    method='${method}',`,
    `    headers={${sent.join(', ')}},`,
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonOf(body)}).encode(),`]),
  ]
  return `import json, os, urllib.request\n\nrequest = urllib.request.Request(\n${lines.join('\n')}\n)\nwith urllib.request.urlopen(request) as response:\n    print(response.status, json.load(response))`
}

/** @param read code for reading an environment variable */
function quoted(value: string, quote: string, read: (variable: string) => string): string {
  return quote + value.replace(/\$(\w+)/g, (_, variable) => read(variable)) + quote
}

/** JSON is Python, except for three literals. */
function pythonOf(body: object): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }
  const text = pretty(body).replaceAll('\n', '\n    ')
  return text.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, match => words[match] ?? match)
}

/** JSON with lines no wider than a page; values that fit on one line stay there. */
export function pretty(value: unknown, indent = ''): string {
  const short = oneLine(value)
  if (typeof value !== 'object' || value === null || indent.length + short.length <= 76) return short
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const members = Object.entries(value).map(
    ([name, member]) => (isList ? '' : `${JSON.stringify(name)}: `) + pretty(member, inner),
  )
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${members.map(member => inner + member).join(',\n')}\n${indent}${close}`
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${oneLine(member)}`)
    .join(', ')}}`
}
