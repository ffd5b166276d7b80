import { type Block, fenceOf } from '../../src/docs/markdown.ts'

/** A block of code with what follows its fence. */
export type CodeBlock = ReturnType<typeof codeOf>[number]

/** A list of the code in a block; empty for other blocks. */
export function codeOf(block: Block) {
  return block.type === 'code' ? [{ ...fenceOf(block), code: block.text }] : []
}
