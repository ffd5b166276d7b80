import { randomUUID } from 'node:crypto'

const LAST = 0xffff_ffff

/**
 * Makes UUIDs whose order is that in which they are made, or the opposite. Questions on a board with equal votes are in the order of
 * their random ids; a test of what people see needs an order that it knows.
 */
export function orderedUuids(order: 'ascending' | 'descending' = 'ascending'): () => string {
  let made = 0
  return () => {
    const at = order === 'ascending' ? ++made : LAST - ++made
    return at.toString(16).padStart(8, '0') + randomUUID().slice(8)
  }
}
