import { focusSoon } from '../../ui/questions/action-button.tsx'
import type { EditProblem } from '../../ui/questions/edit-impact.ts'
import { builderTexts } from '../../words/builder-words.ts'
import { words } from '../../words/words.ts'
import type { Builder } from './builder.ts'
import { rowLabel } from './groups/row-label.ts'
import { numberOf, rowOf } from './groups/rows.ts'

/** After an attempt to publish: everything that is missing, each with a link to it. */
export function ReadyProblems({ builder }: { readonly builder: Builder }) {
  const problems = builder.listedProblems.value
  if (problems.length === 0) return null
  return (
    <section class="summary" id="not-ready" tabIndex={-1} aria-labelledby="not-ready-title">
      <h2 id="not-ready-title">{builderTexts.notReadyTitle}</h2>
      <p>{builder.kind === 'draft' ? builderTexts.notReady(problems.length) : builderTexts.notReadyTemplate}</p>
      <ul>
        {problems.map(problem => (
          <li key={`${problem.key} ${problem.text}`}>
            <Problem builder={builder} problem={problem} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A problem that concerns neither the title nor a question has no link. */
function Problem({
  builder,
  problem: { key, part, text },
}: {
  readonly builder: Builder
  readonly problem: EditProblem
}) {
  if (key === undefined && part !== 'title') return <>{text}</>
  const go = () => {
    if (key === undefined) return focusSoon('title')
    builder.open(key)
    focusSoon(`text-${key}`)
  }
  const name = key === undefined ? builderTexts.titleLabel : nameOf(builder, key)
  return (
    <>
      <button type="button" class="to-question" onClick={go}>
        {name}
      </button>{' '}
      {text}
    </>
  )
}

/** A question by its number, a section by its heading. */
function nameOf({ draft }: Builder, key: number): string {
  const number = numberOf(draft.value, key) + 1
  const row = rowOf(draft.value, key)
  if (number > 0 || row === undefined) return words.questions.goToQuestion(number)
  return row.type !== 'entry' && row.section.title ? rowLabel(row) : builderTexts.kinds.section
}
