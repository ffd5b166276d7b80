import type { QuestionProps } from './action-button.tsx'
import type { FormPart } from './edit-impact.ts'

interface Props extends QuestionProps {
  readonly part: FormPart
}

/** The problems of a part of a question's form, shown beside it. */
export function FieldErrors({ editor, question, part }: Props) {
  const isHere = hasErrors({ editor, question, part })
  const errors = isHere ? editor.problems.value.filter(one => one.key === question.index && one.part === part) : []
  return (
    <div id={errorsId(question.index, part)}>
      {errors.map(({ text }) => (
        <p class="error" key={text}>
          {text}
        </p>
      ))}
    </div>
  )
}

export function hasErrors({ editor, question, part }: Props): boolean {
  return editor.problems.value.some(one => one.key === question.index && one.part === part)
}

/** The id of the element with the errors. */
export function errorsId(key: number, part: FormPart): string {
  return `errors-${part}-${key}`
}
