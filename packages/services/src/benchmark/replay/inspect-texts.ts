import { cutFormat, QueryFailedError, readSyntaxTreeOf } from '@frostline/clickhouse'
import { hasForgedName, judgeFunctions, readSelectFacts } from '@frostline/domain'
import { eachAtOnce } from '../../base/each-at-once.ts'
import { readKnownFunctions, selectRules } from '../../sql-judgement/require-safe-select.ts'
import type { FoundQuery } from './read-sample.ts'

type Inspection = Pick<FoundQuery, 'text' | 'facts' | 'refusal'>

/** Of one node: it has other readers too. */
const atOnce = 4

/**
 * Has the node that logged each text parse it, every text once. What it refuses keeps no facts, and says why; a node that does
 * not answer ends the look.
 * @throws QueryFailedError
 */
export async function inspectTexts(sample: readonly FoundQuery[]): Promise<FoundQuery[]> {
  const open = new Map<string, FoundQuery>()
  for (const query of sample) if (query.text !== null && !query.hidesSecret) open.set(keyOf(query), query)
  const seen = new Map<string, Inspection>()
  await eachAtOnce([...open.values()], atOnce, async (query) => {
    seen.set(keyOf(query), await inspect(query))
  })
  return sample.map((query) => ({ ...query, ...seen.get(keyOf(query)) }))
}

function keyOf({ loggedNode, text }: FoundQuery): string {
  return `${loggedNode}\n${text}`
}

async function inspect({ node, text }: FoundQuery): Promise<Inspection> {
  if (hasForgedName(text ?? ''))
    return { text, facts: null, refusal: 'A name in it holds a line end or an escape.' }
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
