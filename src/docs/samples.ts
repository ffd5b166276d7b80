/** A request of the description, as programs would send it. */
export interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly body: object | undefined
}

/** Code that does the same in different languages, or only one. */
export interface Sample {
  readonly language: string
  readonly code: string
}

/** The same request for the shell, in JavaScript and in Python. Each reads the token from the environment, and runs as it is. */
export function samplesOf(request: SampleRequest): readonly Sample[] {
  return [
    { language: 'curl', code: curl(request) },
    { language: 'JavaScript', code: javascript(request) },
    { language: 'Python', code: python(request) },
  ]
}

function curl({ method, url, body }: SampleRequest): string {
  const verb = method === 'GET' ? '' : ` -X ${method}`
  const data = body === undefined ? '' : ` \\\n  -d '${pretty(body).replaceAll('\n', '\n  ').replaceAll("'", "'\\''")}'`
  return `curl${verb} '${url}' \\\n  -H "Authorization: Bearer $TOKEN"${data}`
}

function javascript({ method, url, body }: SampleRequest): string {
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { Authorization: \`Bearer \${process.env.TOKEN}\` },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${pretty(body).replaceAll('\n', '\n  ')}),`]),
  ]
  return `const response = await fetch('${url}', {\n${lines.join('\n')}\n})\nconsole.log(response.status, await response.json())`
}

function python({ method, url, body }: SampleRequest): string {
  const lines = [
    `    '${url}',`,
    `    method='${method}',`,
    "    headers={'Authorization': f\"Bearer {os.environ['TOKEN']}\"},",
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonOf(body)}).encode(),`]),
  ]
  return `import json, os, urllib.request\n\nrequest = urllib.request.Request(\n${lines.join('\n')}\n)\nwith urllib.request.urlopen(request) as response:\n    print(response.status, json.load(response))`
}

/** JSON is Python, except for three literals. */
function pythonOf(body: object): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }
  const text = pretty(body).replaceAll('\n', '\n    ')
  return text.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, match => words[match] ?? match)
}

/** JSON with lines no wider than a page; values that fit on one line stay on it. */
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
