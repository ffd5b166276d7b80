import { type ComponentChildren, Fragment, h, options, render, type VNode } from 'preact'

/**
 * A browser that translates a page replaces its text nodes. Preact would go on changing the nodes that are gone, and
 * counts and states on the screen would stay as they were. Text is therefore always given to an element as a whole:
 * an element that contains nothing else gets it as `textContent`, and text beside elements gets an element of its own.
 */
const before = options.vnode
options.vnode = vnode => {
  if (vnode.type === Fragment) vnode.props.children = withElements(vnode.props.children)
  else if (typeof vnode.type === 'string') giveText(vnode)
  before?.(vnode)
}

/** Attributes of elements in SVG that have text are not set as properties, so such an element is replaced. */
const SVG_TEXTS: unknown[] = ['text', 'tspan', 'title']

function giveText(vnode: VNode<{ textContent?: string }>): void {
  const { children } = vnode.props
  const text = textOf(children)
  if (text === undefined) vnode.props.children = withElements(children)
  else if (SVG_TEXTS.includes(vnode.type)) vnode.key ??= text
  else vnode.props = { ...vnode.props, textContent: text, children: undefined }
}

/** The text of an element that contains nothing else. */
function textOf(children: ComponentChildren): string | undefined {
  const parts = Array.isArray(children) ? children : [children]
  return parts.every(isText) ? parts.join('') : undefined
}

/** Spaces between elements say nothing, and in a row they would take the space of an element. */
function withElements(children: ComponentChildren): ComponentChildren {
  if (Array.isArray(children)) return children.map(withElements)
  return isText(children) && `${children}`.trim() !== '' ? h('span', null, children) : children
}

function isText(children: ComponentChildren): children is string | number | bigint {
  return ['string', 'number', 'bigint'].includes(typeof children)
}

export { render }
