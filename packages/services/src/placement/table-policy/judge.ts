import { copyableSql, modifyStoragePolicyStatement } from '@frostline/clickhouse'
import { checkPolicyChange, findMovesAtOnce, groupBy, type JudgedPolicyChange } from '@frostline/domain'
import type { ObservedTablePolicy } from './observe.ts'
import type { PolicyChoice } from './schema.ts'

export interface JudgedNode extends JudgedPolicyChange {
  observed: ObservedTablePolicy
}

export function judgeNodes(present: readonly ObservedTablePolicy[], policy: string): JudgedNode[] {
  return present.map((observed) => ({
    observed,
    ...checkPolicyChange({
      node: observed.node.name,
      from: observed.from,
      to: observed.policies.get(policy),
      toName: policy,
      rooms: observed.rooms,
      held: observed.held,
    }),
  }))
}

/** The nodes that get the statement: all that accept it; for a Replicated database one, which replicates it. */
export function sendersOf(judged: readonly JudgedNode[]): ReadonlySet<string> {
  const due = judged.flatMap(({ observed, verdict }) => (verdict.kind === 'allowed' ? [observed] : []))
  const groups = groupBy(due, ({ node, databaseGroup }) => databaseGroup ?? `node:${node.name}`)
  return new Set([...groups.values()].map(([first]) => first.node.name))
}

/** A policy that any node knows, judged for every node that has the table. */
export function judgeChoice(
  at: { database: string; table: string },
  present: readonly ObservedTablePolicy[],
  policy: string,
): PolicyChoice {
  const judged = judgeNodes(present, policy)
  const senders = sendersOf(judged)
  const { sql, params } = modifyStoragePolicyStatement(at, policy)
  const known = present.flatMap((node) => node.policies.get(policy) ?? [])
  return {
    policy,
    verdict: verdictOf(judged),
    volumes: known[0]?.volumes.map(({ name }) => name) ?? [],
    checks: judged.flatMap(({ checks }) => checks),
    nodes: judged.map(({ observed, verdict }) => {
      const to = observed.policies.get(policy)
      const allowed = verdict.kind === 'allowed'
      return {
        node: observed.node.name,
        from: observed.from.name,
        state: verdict.kind === 'current' || allowed ? verdict.kind : 'refused',
        statement: senders.has(observed.node.name) ? copyableSql(sql, params) : null,
        bytesDueAtOnce:
          allowed && to
            ? findMovesAtOnce(to, observed.rooms, observed.held).reduce(
                (sum, move) => sum + move.dueBytes,
                0n,
              )
            : 0n,
      }
    }),
  }
}

function verdictOf(judged: readonly JudgedNode[]): PolicyChoice['verdict'] {
  const kinds = new Set(judged.map(({ verdict }) => verdict.kind))
  if (![...kinds].every((kind) => kind === 'current' || kind === 'allowed')) return 'refused'
  if (!kinds.has('current')) return 'allowed'
  return kinds.has('allowed') ? 'finish' : 'current'
}
