import { type BinaryOperationNode, OperatorNode, PostgresQueryCompiler, PrimitiveValueListNode } from 'kysely'

/**
 * Passes the values of `in` as one array. With a parameter for each value, lists of different lengths would be different
 * statements, and each would be prepared under a name of its own.
 */
export class QueryCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    const isList = OperatorNode.is(operator) && operator.operator === 'in' && PrimitiveValueListNode.is(rightOperand)
    if (!isList) {
      super.visitBinaryOperation(node)
      return
    }
    this.visitNode(leftOperand)
    this.append(' = any(')
    this.appendValue(rightOperand.values)
    this.append(')')
  }
}
