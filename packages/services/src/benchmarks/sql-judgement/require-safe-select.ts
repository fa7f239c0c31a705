import { type NodeClient, normalizedQuery, QueryFailedError, readSyntaxTreeOf } from '@frostline/clickhouse'
import {
  findSettingsFault,
  hasForgedName,
  isAllowedInSelect,
  judgeFunctions,
  judgeSelect,
  readSelectFacts,
} from '@frostline/domain'
import { ServiceError } from '../../platform/base/service-error.ts'
import { readKnownFunctions } from './read-known-functions.ts'

interface Node {
  name: string
  client: Pick<NodeClient, 'text' | 'query'>
}

/**
 * Has a node parse an admin's SELECT without running it. It may read every table that the ClickHouse user may, but no
 * files and programs of the host, which need no grant, and nothing outside the cluster.
 * @throws ServiceError `refused` naming what is wrong, `unreachable` where the node does not answer
 */
export async function requireSafeSelect(node: Node, what: string, sql: string): Promise<void> {
  const fault = await findSelectFault(node, sql)
  if (fault === null) return
  throw new ServiceError('refused', `The ${what} cannot be run on ${node.name}: ${fault}`, {
    hint: 'Nothing was run. It is one SELECT over tables of the cluster, without FORMAT and without a semicolon.',
  })
}

async function findSelectFault({ name, client }: Node, sql: string): Promise<string | null> {
  try {
    const { rows } = await client.query(normalizedQuery, { query: sql })
    const spelled = rows[0]?.query ?? ''
    if (hasForgedName(spelled)) return 'A name in it has a line break or an escape sequence.'
    const facts = readSelectFacts(await readSyntaxTreeOf(client, sql))
    const fault = judgeSelect(facts) ?? (facts.hasSettings ? findSettingsFault(spelled) : null)
    if (fault !== null) return fault
    return judgeFunctions(facts.functions, await readKnownFunctions(client, facts.functions), selectRules)
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    if (thrown.failure.kind === 'refused')
      return `ClickHouse answered code ${thrown.failure.error.code}: ${thrown.failure.error.message.slice(0, 1_000)}`
    throw new ServiceError(
      'unreachable',
      `${name} could not check the query: ${thrown.message.slice(0, 500)}`,
      {
        hint: 'Nothing was run. Try again when the node answers.',
        cause: thrown,
      },
    )
  }
}

export const selectRules = { aggregates: true, isAllowed: isAllowedInSelect }
