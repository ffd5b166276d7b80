import { type BinaryOperationNode, OperatorNode, PostgresQueryCompiler, PrimitiveValueListNode } from 'kysely'

/**
 * Passes the values of `in` as one array. With one parameter per value, lists of different lengths would be different
 * statements, each prepared under its own name.
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
