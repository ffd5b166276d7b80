import { ActionButton, Icon } from '../../ui/questions/action-button.tsx'
import { type DraftQuestion, positionOf, questionOf } from '../../ui/questions/draft.ts'
import { QuestionFields } from '../../ui/questions/question-fields.tsx'
import { questionLabel } from '../../ui/questions/question-label.ts'
import { builderTexts as app } from '../../words/builder-words.ts'
import { words } from '../../words/words.ts'
import { addQuestion } from './add-question.ts'
import type { Builder } from './builder.ts'
import { moveOpen } from './builder-keys.ts'

/** The question in focus. */
export function QuestionPane({ builder }: { readonly builder: Builder }) {
  const draft = builder.draft.value
  const question = questionOf(draft, builder.openKey.value ?? -1) ?? draft.questions[0]
  if (question === undefined) return <NoQuestions builder={builder} />
  return (
    <section class="question-pane" aria-labelledby="question-position" key={question.index}>
      <PaneHead builder={builder} question={question} />
      <OtherProblems builder={builder} question={question} />
      <QuestionFields editor={builder} question={question} />
    </section>
  )
}

function NoQuestions({ builder }: { readonly builder: Builder }) {
  return (
    <div class="no-questions">
      <p>{app.empty}</p>
      <p class="row">
        <button type="button" class="quiet" onClick={() => addQuestion(builder)}>
          {app.addQuestion}
        </button>
        <a class="button quiet" href="/app/templates">
          {app.startingPoints}
        </a>
      </p>
    </div>
  )
}

interface Props {
  readonly builder: Builder
  readonly question: DraftQuestion
}

function PaneHead({ builder, question }: Props) {
  const draft = builder.draft.value
  const position = positionOf(draft, question.index)
  const isLast = position === draft.questions.length - 1
  const name = questionLabel(question)
  return (
    <div class="pane-head">
      <button type="button" class="quiet small to-outline" onClick={() => (builder.pane.value = 'outline')}>
        {app.allQuestions}
      </button>
      <h2 id="question-position" tabIndex={-1}>
        {app.position(position + 1, draft.questions.length)}
      </h2>
      <span class="moves">
        <ActionButton
          label={words.questions.moveUp(name)}
          disabledReason={position === 0 ? words.questions.isFirst : undefined}
          onPress={() => moveOpen(builder, -1)}
          variant="plain"
        >
          <Icon of="up" />
        </ActionButton>
        <ActionButton
          label={words.questions.moveDown(name)}
          disabledReason={isLast ? words.questions.isLast : undefined}
          onPress={() => moveOpen(builder, 1)}
          variant="plain"
        >
          <Icon of="down" />
        </ActionButton>
      </span>
    </div>
  )
}

/** Problems with the question as a whole. */
function OtherProblems({ builder, question }: Props) {
  return builder.problems.value
    .filter(({ key, part }) => key === question.index && part === undefined)
    .map(({ text }) => (
      <p class="error" key={text}>
        {text}
      </p>
    ))
}
