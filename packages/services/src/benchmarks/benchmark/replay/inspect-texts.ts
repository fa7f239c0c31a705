import { cutFormat, normalizedQuery, QueryFailedError, readSyntaxTreeOf } from '@frostline/clickhouse'
import {
  hasForgedName,
  judgeFunctions,
  judgeReplayable,
  type ReplayRules,
  readSelectFacts,
  type SampledQuery,
  skipReasons,
} from '@frostline/domain'
import { eachConcurrently } from '../../../platform/base/each-concurrently.ts'
import type { ConnectedNode } from '../../../platform/cluster/cluster-connection.ts'
import { readKnownFunctions } from '../../sql-judgement/read-known-functions.ts'
import { selectRules } from '../../sql-judgement/require-safe-select.ts'

/** A query as read from the log. */
export interface FoundQuery extends SampledQuery {
  formHash: string
  form: string
  database: string
  tables: string[]
  loggedBy: string
  loggedMs: number
  node: ConnectedNode
}

type Inspection = Pick<FoundQuery, 'text' | 'facts' | 'refusal'>

const forgedName = 'A name in it has a line break or an escape sequence.'

/** Per node, which has other readers too. */
const atOnce = 4

/**
 * Has the node that logged each text parse it, every text once. A rejected text has no facts, but a reason; a node that
 * does not answer ends the inspection.
 * @throws QueryFailedError
 */
export async function inspectTexts(sample: readonly FoundQuery[]): Promise<FoundQuery[]> {
  const open = new Map<string, FoundQuery>()
  for (const query of sample) if (query.text !== null && !query.hidesSecret) open.set(keyOf(query), query)
  const seen = new Map<string, Inspection>()
  await eachConcurrently([...open.values()], atOnce, async (query) => {
    seen.set(keyOf(query), await inspect(query))
  })
  return sample.map((query) => ({ ...query, ...seen.get(keyOf(query)) }))
}

/**
 * Why a stored text must not be sent to a node; null: it may. Stored text may be older than the rules, or written by
 * someone else.
 * @throws QueryFailedError where the node does not answer
 */
export async function findReplayFault(
  node: ConnectedNode,
  text: string,
  rules: ReplayRules,
): Promise<string | null> {
  try {
    const { rows } = await node.client.query(normalizedQuery, { query: text })
    const spelled = rows[0]?.query ?? ''
    if (hasForgedName(spelled)) return forgedName
    const facts = readSelectFacts(await readSyntaxTreeOf(node.client, text))
    const functionFault = judgeFunctions(
      facts.functions,
      await readKnownFunctions(node.client, facts.functions),
      selectRules,
    )
    const logged = { text: spelled, hidesSecret: false, isLong: false, refusal: null }
    const reason = judgeReplayable({ ...logged, facts: { ...facts, functionFault } }, rules, false)
    if (reason === null) return null
    return reason === 'outside' && functionFault !== null ? functionFault : `${skipReasons[reason]}.`
  } catch (error) {
    if (!(error instanceof QueryFailedError) || error.failure.kind !== 'refused') throw error
    return error.message
  }
}

function keyOf({ loggedNode, text }: FoundQuery): string {
  return `${loggedNode}\n${text}`
}

async function inspect({ node, text }: FoundQuery): Promise<Inspection> {
  if (hasForgedName(text ?? '')) return { text, facts: null, refusal: forgedName }
  try {
    const facts = readSelectFacts(await readSyntaxTreeOf(node.client, text ?? ''))
    const known = await readKnownFunctions(node.client, facts.functions)
    const functionFault = judgeFunctions(facts.functions, known, selectRules)
    return {
      text: facts.hasFormat ? cutFormat(text ?? '') : text,
      facts: { ...facts, functionFault },
      refusal: null,
    }
  } catch (error) {
    if (!(error instanceof QueryFailedError) || error.failure.kind !== 'refused') throw error
    return { text, facts: null, refusal: error.message.slice(0, 500) }
  }
}
