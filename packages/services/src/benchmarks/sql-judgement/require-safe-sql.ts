import {
  errorRuleOf,
  type NodeClient,
  QueryFailedError,
  readExpressionTreeOf,
  readTypeTreeOf,
} from '@frostline/clickhouse'
import {
  type ExpressionScope,
  findTextFault,
  judgeExpression,
  judgeFunctions,
  judgeType,
} from '@frostline/domain'
import { eachConcurrently } from '../../platform/base/each-concurrently.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { isPlainColumn, isPlainType } from './plain-sql.ts'
import { readKnownFunctions } from './read-known-functions.ts'

/** User SQL, each with its purpose: `The expression for the column fare`. */
export interface UserSql {
  expressions: readonly ({
    what: string
    text: string
    /** Several, comma-separated: judged as a tuple. */
    list?: boolean
  } & ExpressionScope)[]
  types: readonly { what: string; text: string }[]
}

interface Node {
  name: string
  client: Pick<NodeClient, 'text' | 'query'>
}

/** Per node, which has other readers too. */
const atOnce = 4

/**
 * Has a node parse every text without running it, and rejects what is more than an expression over columns, or a type.
 * Plain names of columns and types are accepted without asking the node.
 * Call it before the node gets a statement with such a text, for exactly the text that is sent.
 * @throws ServiceError `invalid` naming what is wrong, `unreachable` where the node does not answer
 */
export async function requireSafeSql(node: Node, { expressions, types }: UserSql): Promise<void> {
  const asked = expressions.filter(({ text, columns }) => !isPlainColumn(text, columns))
  const askedTypes = types.filter(({ text }) => !isPlainType(text))
  for (const { what, text, list } of asked) refuseFault(what, findTextFault(text, { list, comments: true }))
  for (const { what, text } of askedTypes) refuseFault(what, findTextFault(text))
  const functions = new Map<string, string>()
  try {
    await eachConcurrently(asked, atOnce, async ({ what, text, list: _, ...scope }) => {
      const verdict = judgeExpression(await parsed(what, readExpressionTreeOf(node.client, text)), scope)
      if (verdict.fault !== null) throw refusal(what, verdict.fault)
      for (const name of verdict.functions) if (!functions.has(name)) functions.set(name, what)
    })
    await eachConcurrently(
      [...new Map(askedTypes.map((type) => [type.text, type])).values()],
      atOnce,
      async (type) => {
        const printed = await parsed(type.what, readTypeTreeOf(node.client, type.text))
        refuseFault(type.what, judgeType(type.text, printed))
      },
    )
    if (functions.size === 0) return
    const known = await readKnownFunctions(node.client, [...functions.keys()])
    const aggregates = expressions.some((each) => each.aggregates)
    for (const [name, what] of functions) refuseFault(what, judgeFunctions([name], known, { aggregates }))
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    throw new ServiceError(
      'unreachable',
      `${node.name} could not check the expressions: ${thrown.message.slice(0, 500)}`,
      {
        hint: 'Nothing was run. Expressions are checked by the node that runs them. Try again when it answers.',
        cause: thrown,
      },
    )
  }
}

/** A parse error is a fault of the text; a shutdown or lack of memory is not. */
async function parsed(what: string, reading: Promise<string>): Promise<string> {
  try {
    return await reading
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError) || thrown.failure.kind !== 'refused') throw thrown
    const { code, message } = thrown.failure.error
    if (errorRuleOf(code).class !== 'stop-step') throw thrown
    throw refusal(
      what,
      `ClickHouse does not parse it as one expression (code ${code}): ${message.slice(0, 500)}`,
    )
  }
}

function refuseFault(what: string, fault: string | null): void {
  if (fault !== null) throw refusal(what, fault)
}

function refusal(what: string, fault: string): ServiceError {
  return new ServiceError('invalid', `${what} is not accepted: ${fault}`, {
    hint: 'Nothing was run. Write one expression over the columns that are read.',
  })
}
