import { QueryFailedError } from '@frostline/clickhouse'
import type { ReplaySpec } from '@frostline/domain'
import { type ConnectedNode, findReplayFault } from '@frostline/services'

/** Why a node must not be sent a query, in words; null: it may be. */
export type ReplayJudge = (node: ConnectedNode, text: string) => Promise<string | null>

/** Has each node judge each text once a go at the replay, and not at every run: nothing of it is to be measured. */
export function createReplayJudge({ rules }: Pick<ReplaySpec, 'rules'>): ReplayJudge {
  const judged = new Map<string, Promise<string | null>>()
  return async (node, text) => {
    const key = `${node.name}\n${text}`
    const verdict = judged.get(key) ?? findReplayFault(node, text, rules)
    judged.set(key, verdict)
    try {
      return await verdict
    } catch (error) {
      judged.delete(key)
      if (!(error instanceof QueryFailedError)) throw error
      return `${node.name} could not check it. ${error.message}`
    }
  }
}
