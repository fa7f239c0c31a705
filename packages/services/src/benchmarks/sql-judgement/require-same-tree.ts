import { type NodeClient, QueryFailedError, readSyntaxTreeOf } from '@frostline/clickhouse'
import { ServiceError } from '../../platform/base/service-error.ts'

interface Node {
  name: string
  client: Pick<NodeClient, 'text'>
}

/**
 * For a statement whose expressions cannot be in brackets: the node must parse it the same as the one with brackets, in
 * which each expression is what was judged. Nothing runs.
 * @throws ServiceError `invalid` where the trees differ, `unreachable` where it does not answer
 */
export async function requireSameTree(
  node: Node,
  what: string,
  sql: string,
  inBrackets: string,
): Promise<void> {
  const read = (text: string) => readSyntaxTreeOf(node.client, text)
  try {
    const [plain, whole] = await Promise.all([read(sql), read(inBrackets)])
    if (plain === whole) return
    throw refusal(what, 'ClickHouse parses it differently from its single expressions.')
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    if (thrown.failure.kind === 'refused')
      throw refusal(
        what,
        `ClickHouse cannot parse it (code ${thrown.failure.error.code}): ${thrown.failure.error.message.slice(0, 500)}`,
      )
    throw new ServiceError(
      'unreachable',
      `${node.name} could not check ${what}: ${thrown.message.slice(0, 500)}`,
      {
        hint: 'Nothing was run. Try again when the node answers.',
        cause: thrown,
      },
    )
  }
}

function refusal(what: string, fault: string): ServiceError {
  return new ServiceError('invalid', `${what} is not accepted: ${fault}`, {
    hint: 'Nothing was run. Put parentheses around each expression.',
  })
}
