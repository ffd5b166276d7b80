import { foldCase } from '../../values/fold-case.ts'
import { lazy } from '../../values/lazy.ts'

/** Words without meaning of their own, by language: articles, pronouns, prepositions, conjunctions, auxiliary verbs. */
const BY_LANGUAGE = {
  en: `a about above across after again against all along also although am among an and another any anything are aren't around as at
    be because been before behind being below beside besides between beyond both but by can can't cannot could couldn't despite did
    didn't do does doesn't doing don't down during each either else even every everything except few for from further get got had
    hadn't has hasn't have haven't having he her here hers him his how i i'd i'll i'm i've if in instead into is isn't it it's its
    itself just let like lot many may maybe me might more most much must my myself neither no nor not nothing of off on once one
    only onto or other our ours out over own per please quite rather really same shall she should shouldn't since so some someone
    something still such than that that's the their theirs them then there there's these they they're this those though through
    throughout to too toward towards under until up upon us versus very via vs was wasn't we we're were weren't what when where
    whether which while who whom whose why will with within without won't would wouldn't yes yet you you're your yours`,
  de: `ab aber alle allem allen aller alles als also am an ander andere anderen auch auf aus außer bei beide beiden beim bevor bin
    bis bist bitte bzw da dabei dadurch damit dann das dass dazu dein deine dem den denn der deren des dessen dich die dies diese
    diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines einfach er es etwa etwas euch euer eure für
    ganz gar gegen gegenüber gibt hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im
    immer in innerhalb ins ist ja jede jedem jeden jeder jedes jetzt kann kein keine keinen können könnte man mal mehr mein meine
    mich mir mit muss müssen nach neben nein nicht nichts noch nun nur ob obwohl oder ohne schon sehr sein seine seinen seiner seit
    sich sie sind so soll sollte sollten sondern sonst sowie trotz über um und uns unser unsere unter vom von vor während war waren
    was wegen weil weiter wenn wer werde werden wie wieder will wir wird wo würde wurde würden zu zum zur zwischen`,
  fr: `à afin ai ainsi alors après as assez au aucun aucune aussi autre autres aux avaient avait avant avec avez avons ayant bien
    c'est car ce ceci cela celle celles celui ces cet cette ceux chaque chez comme comment contre dans de depuis des dès donc dont
    du elle elles en encore entre es est et étaient était été êtes être eu eux fait faire fois faut hors il ils je jusqu jusque la
    là le les leur leurs lors lui ma mais malgré me même mêmes mes mieux moi moins mon ne ni non nos notre nous on ont ou où oui par
    parce parmi pas pendant peu peut plus plutôt pour pourquoi pouvoir puis qu quand que quel quelle quelles quels qui quoi quoique
    rien sa sans sauf se selon sera ses seulement si sommes son sont sous suis sur ta te tes toi ton toujours tous tout toute toutes
    très trop tu un une vers voir vos votre vous y`,
  es: `a al algo algún alguna algunas alguno algunos ante antes aquí así aún aunque bien cada casi como con contra cosas cual cuales
    cuando cuanto de del desde donde dos durante e el él ella ellas ellos en entre era eran es esa esas ese eso esos está están
    estar estas este esta esto estos excepto fue fueron gracias ha había hace hacer hacia han hasta hay he la las le les lo los más
    me mediante menos mi mí mientras mis mismo mucha muchas mucho muchos muy nada ni no nos nosotros nuestra nuestro o os otra otras
    otro otros para pero poco por porque pues que qué quien se sea según ser si sí siempre sin sobre solo sólo son su sus también
    tan tanto te tener tengo tiene tienen toda todas todo todos tras tu tú tus un una uno unos unas usted ustedes va vez y ya yo`,
  pt: `a à ainda além algum alguma alguns algumas ali ao aos apesar após aquela aquele aqui as às assim até bem cada coisa com como
    conforme contra da das de dela dele deles depois desde dessa desse desta deste do dos durante e é ela elas ele eles em embora
    enquanto entre era eram essa essas esse esses esta está estão estar estas este estes eu exceto faz fazer foi foram há isso isto
    já lá lhe lhes mais mas me mesma mesmo meu meus minha minhas muita muitas muito muitos na nada não nas nem no nos nós nossa
    nosso num numa o onde os ou outra outras outro outros para pela pelas pelo pelos perante pode por porque pouco pra qual quando
    quanto que quem se seja sem sempre ser será seu seus sim só sobre somos sou sua suas são também tão te tem têm temos tenho ter
    teu toda todas todo todos tu tudo um uma umas uns vai você vocês vos`,
  zh: `一 一个 一些 一下 一样 一直 一点 一定 上 下 不 不会 不是 不能 不要 与 且 个 中 为 为了 为什么 也 了 于 什么 他 他们 以 以及 们 会 但
    但是 你 你们 使 其 其他 再 到 去 又 及 另外 只 只是 只有 可 可以 可能 吗 吧 呢 和 哪 因为 在 地 她 好 如 如果 它 它们 对 对于 将 就 就是 己
    已 已经 并 并且 很 很多 得 想 我 我们 或 或者 所 所以 才 把 是 是否 时候 有 有些 有点 没 没有 现在 的 着 等 给 而 而且 能 能够 自己 虽然
    被 要 觉得 让 该 说 请 还 还是 这 这个 这些 这样 那 那个 那些 那么 都 里 需要 非常 然后 通过 进行 比较 多 大家`,
}

/** The words of all languages, with case folded, because a text does not say which language it is in. */
export const stopWords = lazy(
  (): ReadonlySet<string> => new Set(Object.values(BY_LANGUAGE).flatMap(words => words.split(/\s+/).map(foldCase))),
)
