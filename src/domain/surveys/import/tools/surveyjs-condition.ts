/** Any of these values of the question with this name. */
interface NamedCondition {
  readonly name: string
  readonly values: readonly string[]
}

/** `{name} = value`, with whatever SurveyJS writes for the sign. */
const EQUAL = /^\{([^{}]+)\}\s*(?:={1,2}|equal)\s*(.+)$/i
const ANY_OF = /^\{([^{}]+)\}\s*any\s?of\s*\[([^\][]*)\]$/i
const VALUE = /^(?:'([^']*)'|"([^"]*)"|([\w.-]+))$/

/** @returns undefined if it says more than that one question has one of some answers */
export function conditionIn(expression: string): NamedCondition | undefined {
  const text = expression.trim()
  const [, listed = '', list = ''] = ANY_OF.exec(text) ?? []
  if (listed !== '') return named(listed, list.split(','))
  const [, name = '', value = ''] = EQUAL.exec(text) ?? []
  return name === '' ? undefined : named(name, [value])
}

function named(name: string, sent: readonly string[]): NamedCondition | undefined {
  const values = sent.map(value => {
    const [, single, double, bare] = VALUE.exec(value.trim()) ?? []
    return single ?? double ?? bare
  })
  return values.every(value => value !== undefined) ? { name, values } : undefined
}
