import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CommandOutcome,
  explain,
  QueryFailedError,
  quoteIdentifier,
  type Statement,
} from '@frostline/clickhouse'
import { judgeKilled, type KillAnswer, type KillResult, readMissingGrant } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { type AuditFacts, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import type { ClusterConnection, ConnectedNode } from '../cluster/cluster-connection.ts'
import type { KillReport } from './schema.ts'

/** What is to be killed ends at its next block: most within a second. */
const maxLookMs = 5_000
const lookEveryMs = 200
const sendTimeoutMs = 10_000

export interface Kill {
  cluster: ClusterConnection
  node: ConnectedNode
  about: Pick<AuditFacts, 'action' | 'objectType' | 'objectName'>
  statement: Statement
  purpose: string
  /** For the audit: what it was. */
  details: NonNullable<AuditFacts['details']>
  /** As in "The query". */
  noun: string
  /** The grant that is needed where the message of the server names none. */
  usualGrant: string | null
  /** Throws where the node cannot be read. */
  isThere: () => Promise<boolean>
}

/**
 * Sends a KILL and finds out what became of it. The request is audited before it is sent, so that it stands even if the
 * answer gets lost or this process ends; the result is a second entry.
 */
export async function sendKill(ctx: ServiceContext, kill: Kill): Promise<KillReport> {
  const { cluster, node, about, statement, details } = kill
  const queryId = `frostline-kill-${randomUUID()}`
  const facts = {
    ...about,
    clusterId: cluster.id,
    clusterName: cluster.name,
    statements: [{ node: node.name, sql: statement.sql, queryId }],
  }
  await recordAudit(ctx.db, ctx, { ...facts, outcome: 'requested', details })
  const outcome = await node.client.command({
    ...statement,
    queryId,
    timeoutMs: sendTimeoutMs,
    purpose: kill.purpose,
  })
  const result = judgeKilled(toAnswer(outcome), await isStillThere(kill, outcome))
  const report = await describe(kill, result, outcome)
  const isDone = result === 'killed' || result === 'already_ended' || result === 'stopping'
  await recordAudit(ctx.db, ctx, {
    ...facts,
    outcome: isDone ? 'succeeded' : 'failed',
    details: { ...details, result: report.message },
    ...(isDone ? {} : { error: report.message }),
  })
  return report
}

/** @throws ServiceError `not_found` */
export function findNode(cluster: ClusterConnection, name: string): ConnectedNode {
  const node = cluster.nodes.find((each) => each.name === name)
  if (node) return node
  throw new ServiceError('not_found', `${cluster.name} has no node ${name}.`, {
    hint: 'Choose one from the list of nodes.',
  })
}

/** Before anything is sent. @throws ServiceError `unreachable` where the node does not list what it runs. */
export async function lookAt<Found>(
  node: ConnectedNode,
  what: string,
  find: () => Promise<Found>,
): Promise<Found> {
  try {
    return await find()
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    throw new ServiceError(
      thrown.failure.kind === 'refused' ? 'refused' : 'unreachable',
      `${node.name} does not list its ${what}: ${explain(thrown.failure)}`,
      { hint: 'Nothing was killed. Check the node and try again.', cause: thrown },
    )
  }
}

function toAnswer(outcome: CommandOutcome): KillAnswer {
  if (outcome.kind === 'ok') return { kind: 'ok' }
  if (outcome.kind === 'unreachable') return { kind: 'unsent' }
  if (outcome.kind === 'unknown') return { kind: 'lost' }
  return { kind: 'refused', code: outcome.error.code, message: outcome.error.message }
}

async function isStillThere({ isThere }: Kill, outcome: CommandOutcome): Promise<boolean | null> {
  // What the server rejected is there or not, and does not end because of us.
  const untilMs = performance.now() + (outcome.kind === 'refused' ? 0 : maxLookMs)
  for (;;) {
    const there = await isThere().catch(() => null)
    if (there !== true || performance.now() >= untilMs) return there
    await sleep(lookEveryMs)
  }
}

async function describe(kill: Kill, result: KillResult, outcome: CommandOutcome): Promise<KillReport> {
  const { noun, node } = kill
  const error = outcome.kind === 'ok' ? '' : explain(outcome)
  if (result === 'not_allowed') {
    const grant = await nameGrant(kill, error)
    const message = `The ClickHouse user of Frostline may not kill this ${noun} on ${node.name}. Ask an administrator to run ${grant ?? 'the GRANT that the server names'}. ${grant === null ? error : ''}`
    return { result, grant, message: message.trim() }
  }
  const messages: Record<Exclude<KillResult, 'not_allowed'>, string> = {
    killed: `The ${noun} was killed on ${node.name}.`,
    already_ended: `The ${noun} had already ended on ${node.name}. Nothing was killed.`,
    stopping: `The ${noun} is still stopping on ${node.name}. It ends at its next block of data.`,
    rejected: `${node.name} did not kill the ${noun}: ${error}`,
    unknown: `${node.name} did not confirm the end of the ${noun}. Refresh to see whether it still runs. ${error}`,
  }
  return { result, grant: null, message: messages[result].trim() }
}

async function nameGrant({ node, usualGrant }: Kill, error: string): Promise<string | null> {
  const grant = readMissingGrant(error) ?? usualGrant
  if (grant === null) return null
  const options = { timeoutMs: 5_000 }
  const user = await node.client.text('current_user', 'SELECT currentUser()', options).catch(() => null)
  return `GRANT ${grant} TO ${user === null ? 'the user' : quoteIdentifier(user.replace(/\n$/, ''))}`
}
