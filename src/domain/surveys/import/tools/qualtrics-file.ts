import { isArray, isObject, type Json, type JsonObject } from '../../../values/json.ts'
import type { Path } from '../foreign/foreign-survey.ts'
import { has, listAt, objectAt, textAt } from '../foreign/json-fields.ts'

/** A part of a file, and where it is. */
export interface Part {
  readonly value: JsonObject
  readonly path: Path
}

/** Parts of the flow that are not blocks, and what they are. */
export interface FlowPart {
  readonly type: string
  readonly path: Path
}

/** The parts of a survey file, whose elements come in any order and name one another. */
export class QualtricsFile {
  readonly #elements: readonly Part[]

  constructor(survey: JsonObject) {
    this.#elements = listAt(survey, 'SurveyElements').flatMap((value, at) =>
      isObject(value) ? [{ value, path: ['SurveyElements', at] }] : [],
    )
  }

  /** The payloads of all elements of a kind. */
  payloads(kind: string): Part[] {
    return this.#elements.flatMap(({ value, path }) => {
      const payload = value.Payload
      return value.Element === kind && isObject(payload) ? [{ value: payload, path: [...path, 'Payload'] }] : []
    })
  }

  /** Blocks by their ids. Their list may be an object. */
  blocks(): ReadonlyMap<string, Part> {
    const all = this.#elements.filter(({ value }) => value.Element === 'BL')
    return new Map(
      all.flatMap(({ value, path }) =>
        entriesOf(value.Payload).map(([name, block]) => [
          textAt(block, 'ID'),
          { value: block, path: [...path, 'Payload', name] },
        ]),
      ),
    )
  }

  /** The ids of blocks in the order in which people meet them, and whatever else the flow has. */
  flow(): { readonly blocks: readonly string[]; readonly others: readonly FlowPart[] } {
    const [root] = this.payloads('FL')
    const blocks: string[] = []
    const others: FlowPart[] = []
    const walk = (part: Json, path: Path): void => {
      for (const [at, inner] of listAt(part, 'Flow').entries()) {
        const type = textAt(inner, 'Type')
        const place = [...path, 'Flow', at]
        if (has(inner, 'ID')) blocks.push(textAt(inner, 'ID'))
        else others.push({ type, path: place })
        walk(inner, place)
      }
    }
    if (root !== undefined) walk(root.value, root.path)
    return { blocks, others }
  }
}

/** The members of an object or a list that are objects. */
export function entriesOf(value: Json | undefined): [string | number, JsonObject][] {
  const entries: [string | number, Json][] = isArray(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : []
  return entries.flatMap(([name, inner]) => (isObject(inner) ? [[name, inner]] : []))
}

/** Choices or answers in the order that a question says, with their ids. */
export function orderedParts(question: JsonObject, name: 'Choices' | 'Answers', path: Path): (Part & { id: string })[] {
  const all = new Map(entriesOf(question[name]).map(([id, value]) => [String(id), { value, id, name }]))
  const order = listAt(question, name === 'Choices' ? 'ChoiceOrder' : 'AnswerOrder').map(String)
  const ids = [...new Set([...order, ...all.keys()])]
  return ids.flatMap(id => {
    const found = all.get(id)
    return found === undefined ? [] : [{ value: found.value, id, path: [...path, name, found.id] }]
  })
}

/** The settings of what has to be answered, and how. */
export function validationOf(question: JsonObject): JsonObject {
  return objectAt(objectAt(question, 'Validation'), 'Settings')
}
