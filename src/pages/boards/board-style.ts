import { html } from '../../html/html.ts'
import { PRESSED_STYLE } from '../../html/stylesheet.ts'

/**
 * Stylesheet of boards, in addition to that of every page. The box for questions stays within reach while the list
 * scrolls.
 */
export const BOARD_STYLE = html`
.vote { border-color: var(--line); background: none; color: var(--text) }
.vote:hover { border-color: currentColor }${PRESSED_STYLE}html:has(.ask) { scroll-padding-top: 144px }
.board :is(ol, ul), :is(ol, ul).board { margin: 12px 0; padding: 0; list-style: none }
.board li { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; padding: 12px 0; border-top: 1px solid color-mix(in srgb, var(--line) 45%, transparent) }
.board .text { flex: 1 1 60%; min-width: 0 }
.board li button { flex: none; min-width: 80px; padding: 8px 12px; font-variant-numeric: tabular-nums }
.board .own { font-weight: 600 }
.vote:enabled::before { content: ''; forced-color-adjust: none; display: inline-block; margin: 0 0 3px; margin-inline-end: 8px; border: solid transparent; border-width: 0 5px 7px; border-bottom-color: currentColor }
.vote:disabled { opacity: 1; border-color: transparent }
.ask { position: sticky; top: 0; z-index: 1; display: grid; grid-template-columns: 1fr auto; gap: 4px 8px; align-items: end; padding: 8px 0 4px;
  background: var(--background) }
.ask label { grid-column: 1 / -1; margin: 0; font-size: .8rem }
.ask textarea { min-height: 48px; max-height: 40vh; resize: none }
.ask button { min-height: 48px }
.ask p { min-height: 24px; margin: 0 }
.tabs { display: flex; gap: 8px; margin: 8px 0 0 }
.tab { min-height: 44px; padding: 8px 12px; border: 0; border-bottom: 3px solid transparent; border-radius: 0; background: none; font: inherit; font-weight: 600; text-decoration: none; color: var(--muted) }
.tab:is([aria-current], [aria-pressed=true]) { border-color: var(--primary); background: none; color: var(--text) }
.ask > .similar { grid-column: 1 / -1; max-height: 40vh; margin-bottom: 8px; padding: 8px 12px 0; overflow: auto; border-radius: 10px; background: var(--surface) }
.similar ul { margin: 0 }
.outcome.success::before { content: '✓ ' }
.outcome.failure { color: var(--danger); font-weight: 600 }
@media (forced-colors: active) {
  .tab { border-color: Canvas }
  .tab:is([aria-current], [aria-pressed=true]) { border-color: Highlight }
}
@media print {
  .ask, .tabs, .more { display: none }
  .board li { break-inside: avoid }
}
`
