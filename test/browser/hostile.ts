import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { scaled } from '../scale.ts'

/** The browser’s reports of scripts that ran and rules that were broken. */
export async function reportsOf(page: Page): Promise<string[]> {
  const reports: string[] = []
  await page.addInitScript(
    'addEventListener("securitypolicyviolation", e => console.error("policy: " + e.violatedDirective))',
  )
  page.on('console', message => {
    if (/policy|alert/i.test(message.text())) reports.push(message.text())
  })
  page.on('dialog', dialog => {
    reports.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('pageerror', error => reports.push(String(error)))
  return reports
}

const STEP = scaled({ short: 3, long: 1, release: 1 })

/**
 * 200 texts, or every third of them in the short suite: sequences that break out of each place where a text can occur
 * in a page, followed by something that would run.
 * @param elements the names of the elements on the pages
 */
export function hostileTexts(elements: readonly string[]): string[] {
  const closings = elements.flatMap(tag => [`</${tag}>`, `"></${tag.toUpperCase()} >`])
  const outs = [...OUTS, ...closings]
  const before = outs.map((out, at) => out + PAYLOADS[at % PAYLOADS.length])
  const grid = OUTS.flatMap(out => PAYLOADS.map(payload => out + payload))
  const texts = [...new Set([...TRICKS, ...before, ...grid])].slice(0, 200)
  assert.ok(texts.length === 200 && texts.includes(before.at(-1) ?? ''), `${texts.length} of ${before.length} and more`)
  return texts.filter((_, at) => at % STEP === 0)
}

export function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

const OUTS = [
  '',
  '"',
  "'",
  '">',
  "'>",
  '-->',
  ']]>',
  '</option></select>',
  '`',
  '\\',
  '\\"',
  '&quot;>',
  '&#x22;>',
  '\u2028',
  '\u2029',
]

const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  ' autofocus onfocus=alert(1) x=',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<style>*{background:url(//x.example)}</style>',
  '<meta http-equiv=refresh content="0;url=//x.example">',
  '<a href="javascript:alert(1)" autofocus>x</a>',
  '<base href="//x.example">',
  '<form action=//x.example><button formaction=javascript:alert(1)>',
  '<link rel=stylesheet href=//x.example>',
]

const TRICKS = [
  // Templates of every kind.
  '{{constructor.constructor("alert(1)")()}}',
  '$\x7balert(1)}',
  '#{alert(1)}',
  '<%= alert(1) %>',
  '$& $1 $` $$ $<x>',
  '{n} {text} {title}',
  '__proto__',
  '%00%3Cscript%3Ealert(1)%3C/script%3E',
  // Links.
  'javascript:alert(1)',
  'JaVaScRiPt&colon;alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '//x.example/a.js',
  'https://x.example/?a="onmouseover="alert(1)',
  // Styles.
  'red;background:url(//x.example)',
  '}*{background:url(//x.example)}',
  'expression(alert(1))',
  '@import "//x.example";',
  '</style><style>body{display:none}</style>',
  // Letters that look like others.
  '＜script＞alert(1)＜/script＞',
  '‹img src=x onerror=alert(1)›',
  '\u202e<tpircs>)1(trela',
  '<scr\u200bipt>alert(1)</scr\u200bipt>',
  '<\u0131mg src=x onerror=alert(1)>',
  '\ufeff<script>alert(1)</script>',
  '<ſcript>alert(1)</ſcript>',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  'Z\u0351\u036b\u0343a\u0310lgo <img src=x onerror=alert(1)>',
  // Input that confuses parsers.
  '<!--<script>alert(1)//-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<svg><script>alert&#40;1)</script></svg>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<img/src=x/onerror=alert(1)//',
  '<<script>alert(1);//<</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;alert(1)',
]
