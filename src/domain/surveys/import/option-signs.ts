import type { NoteLine } from './finding.ts'
import { FINDING_TEXTS as texts } from './finding-texts.ts'
import type { OpenQuestion, ReadOption } from './open-question.ts'

/** Behind or in front of the right one of several options. */
const STAR = /^\*{1,2}(?=[^\s*])|[ \t]*\*{1,2}$/
/** Behind the right one. */
const TICK =
  /[ \t]*(?:[✓✔✅☑]\ufe0f?|[-–—←<]*[ \t]*[([](?:correct|right|richtig|juste|bonne réponse|correcta?|correto|giusto|correct answer|right answer|верно|правильно|正解|正确|정답)[)\]])$/iu
/** Behind a wrong one, where the right one has a tick. */
const CROSS = /[ \t]*(?:[❌✗✘]\ufe0f?|[([](?:incorrect|wrong|falsch|faux|incorrecta?|errado|sbagliato)[)\]])$/iu
/** Characters at the end of an option in which a jump is looked for. */
const JUMP_LENGTH = 60
const TARGET = String.raw`(?:(?:the|la|der|zur|zum|a|el)[ \t]+)?(?:(?:question|frage|pregunta|pergunta|domanda|vraag|вопросу|section|part|teil|page|no|nr|q|f)\.?[ \t]*)?(?:[A-Z]?\p{Nd}{1,3}|end|ende|fin|final|fim)`
const SENDS = String.raw`(?:(?:please[ \t]+)?(?:go|skip|jump|continue|move|proceed)[ \t]+(?:on[ \t]+)?(?:to|with)|(?:bitte[ \t]+)?(?:weiter|gehe?(?:n[ \t]+sie)?)[ \t]+(?:mit|zu|bei)|(?:passez|aller|allez)[ \t]+à|(?:ir|pase|vaya)[ \t]+a|(?:ir|vá|vai|pule)[ \t]+para|vai[ \t]+a|ga[ \t]+naar|перейт?и(?:те)?[ \t]+к)[ \t]+`
const ARROW = String.raw`(?:[-–—=]{1,2}>|→|➔|➜|⇒)[ \t]*`
/** Where a form on paper sends those who choose an option. */
const JUMP = new RegExp(String.raw`[ \t]*(?:[([]?${SENDS}|${ARROW}(?:${SENDS})?)${TARGET}[)\].]*$`, 'iu')

/** Dots that lead to the number by which an option is stored, as forms on paper have. */
const LEADER = /[ \t]*(?:\.{3,}|…+|_{3,}|·{3,})[ \t]*\p{Nd}{1,3}$/u

/** As many stars as the number behind them says. */
const LADDER = /^(?:⭐\ufe0f?|★)+[ \t]*(?=\S)/u

/** Takes from the options of a question what only says which is right, or where it leads. */
export function takeSigns(question: OpenQuestion, note: NoteLine): void {
  const all = [...question.inline, ...question.options]
  const sign = [STAR, TICK].find(one => saysWhich(all, one))
  const haveLeaders = all.length > 1 && all.every(({ text }) => LEADER.test(text))
  const areOnLadder = all.length > 2 && all.slice(1).every(({ text }) => LADDER.test(text))
  const read = (option: ReadOption): ReadOption => {
    const { line } = option
    const whole = haveLeaders
      ? option.text.replace(LEADER, '')
      : areOnLadder
        ? option.text.replace(LADDER, '')
        : option.text
    const right = sign === undefined ? whole : whole.replace(sign, '')
    const plain = sign === TICK ? right.replace(CROSS, '') : right
    const [jump = ''] = JUMP.exec(plain.slice(-JUMP_LENGTH)) ?? []
    const text = jump.length < plain.length ? plain.slice(0, plain.length - jump.length) : plain
    if (text === '') return option
    if (right !== whole) {
      note(line, 'kept', sign === STAR ? texts.starredOption() : texts.tickedOption())
      question.keys.push({ text, line })
    }
    if (text !== plain) note(line, 'kept', texts.jump())
    return { ...option, text }
  }
  question.inline = question.inline.map(read)
  for (const [at, option] of question.options.entries()) question.options[at] = read(option)
}

/** Whether a sign stands at some of the options. At each of them it says nothing. */
function saysWhich(options: readonly ReadOption[], sign: RegExp): boolean {
  const count = options.filter(({ text }) => sign.test(text)).length
  return count > 0 && count < options.length
}
