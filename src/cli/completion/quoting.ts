/** A text as a single word for bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

export function functionName(program: string): string {
  return `_${program.replace(/\W/g, '_')}`
}
