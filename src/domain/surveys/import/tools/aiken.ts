import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignSurvey } from '../foreign/foreign-survey.ts'

/** https://docs.moodle.org/en/Aiken_format. */
export function readAiken(text: string): ForeignSurvey {
  const reader = new AikenReader()
  for (const [at, line] of text.split(/\r\n|[\n\r]/).entries()) reader.addLine(line.trim(), at + 1)
  return reader.finish()
}

const OPTION = /^([A-Za-z])[.)]\s+(.*)$/
const ANSWER = /^ANSWER:\s*([A-Za-z]?)/i

interface Option {
  readonly letter: string
  text: string
  readonly line: number
}

class AikenReader {
  readonly #builder = new ForeignBuilder()
  #line = 0
  #text: string[] = []
  #options: Option[] = []
  #wasBlank = false

  addLine(line: string, number: number): void {
    const answer = ANSWER.exec(line)
    const [, letter, option] = OPTION.exec(line) ?? []
    if (answer !== null) this.#end(answer[1] ?? '', number)
    else if (line === '') this.#wasBlank = true
    else if (option !== undefined && this.#text.length > 0)
      this.#options.push({ letter: (letter ?? '').toUpperCase(), text: option, line: number })
    else this.#addText(line, number)
  }

  finish(): ForeignSurvey {
    if (this.#text.length > 0) this.#endWithout()
    return this.#builder.finish({})
  }

  /** Part of a question, or of an option that has several lines. */
  #addText(line: string, number: number): void {
    if (this.#options.length > 0 && this.#wasBlank) this.#endWithout()
    this.#wasBlank = false
    const last = this.#options.at(-1)
    if (last !== undefined) last.text += ` ${line}`
    else {
      if (this.#text.length === 0) this.#line = number
      this.#text.push(line)
    }
  }

  #endWithout(): void {
    const last = this.#options.at(-1)?.line ?? this.#line
    this.#builder.note([last], 'other')
    this.#add([])
  }

  #end(letter: string, number: number): void {
    const right = this.#options.filter(option => option.letter === letter.toUpperCase())
    if (right.length === 0) this.#builder.note([number], 'other')
    this.#add(right.map(({ text }) => text))
  }

  #add(right: readonly string[]): void {
    const [text, path] = [this.#text.join(' '), [this.#line]]
    const sent = this.#options.map(option => ({ text: option.text, path: [option.line] }))
    const more = right.length > 0 && { right }
    if (sent.length > 0)
      this.#builder.add({
        kind: 'multiple_choice',
        text,
        path,
        required: false,
        options: this.#builder.options(sent),
        ...more,
      })
    else if (text !== '') this.#builder.add({ kind: 'free_text', text, path, required: false })
    this.#text = []
    this.#options = []
    this.#wasBlank = false
  }
}
