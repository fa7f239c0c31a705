import { findExpressionFault } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'

/** @throws ServiceError `invalid` for a text that would not stay one expression or type within a statement. */
export function requireExpressions(
  read: readonly { name: string; type: string }[],
  mapping: readonly { column: string; expression: string }[],
): void {
  for (const { name, type } of read) requireExpression(type, `The type of the column ${name}`)
  for (const { column, expression } of mapping)
    requireExpression(expression, `The expression for the column ${column}`)
}

function requireExpression(text: string, what: string): void {
  const fault = findExpressionFault(text)
  if (fault === null) return
  throw new ServiceError('invalid', `${what} cannot be taken: ${fault}`, {
    hint: 'Write one expression over the columns that are read.',
  })
}
