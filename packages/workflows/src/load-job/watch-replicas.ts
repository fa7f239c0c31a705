import { setTimeout as sleep } from 'node:timers/promises'
import { entriesToFetch, QueryFailedError, replicaKeeper, replicaStates } from '@frostline/clickhouse'
import { forgetLostReplica, readLoadRule, recordTakeOver, StaleWriterError } from '@frostline/db'
import {
  applyTakeOvers,
  defaultLostReplicaRule,
  judgeLostReplica,
  type KnownLoss,
  type LostReplicaRule,
  lostReplicaRule,
  type ReplicaWitness,
  type Silence,
  type TakeOver,
} from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import { type LoadTask, nodeOf } from './load-task.ts'

const lookEveryMs = 1_500
const lookTimeoutMs = 3_000

/** A node of the attempt was lost, and another one stages its rows by now. */
export class LostReplicaError extends Error {
  override readonly name = 'LostReplicaError'
}

/**
 * Looks after the nodes that stage rows of a replicated table. One that is lost is replaced by another replica of its
 * shard: that is written into the ledger, and whoever waits for the node hears of it.
 */
export class ReplicaWatch {
  readonly #silent = new Map<string, Silence>()
  readonly #lost = new Map<string, AbortController>()
  #takeOvers: readonly TakeOver[]
  readonly #known: Map<string, KnownLoss>
  readonly #ended = new AbortController()

  /** @param known what earlier loads of the pipeline have lost. */
  constructor(takeOvers: readonly TakeOver[], known: readonly KnownLoss[]) {
    this.#takeOvers = takeOvers
    this.#known = new Map(known.map((loss) => [loss.lost, loss]))
  }

  /** Before anything is sent: a node that an earlier load has lost is asked once, and replaced at once when it is silent. */
  async recall(task: LoadTask): Promise<void> {
    const { landing } = task.spec
    if (!landing.replicated || !landing.nodes.some((name) => this.#known.has(name))) return
    await this.#tryToLook(task)
  }

  /** Aborted when the node is judged as lost: nothing that was sent there is waited for any more. */
  lossOf(node: string): AbortSignal {
    const known = this.#lost.get(node) ?? new AbortController()
    this.#lost.set(node, known)
    return known.signal
  }

  /** The one that took over from a node that is lost and has not answered since. */
  takeOverOf(node: string): TakeOver | null {
    const silence = this.#silent.get(node)
    const latest = this.#takeOvers.findLast(({ lost }) => lost === node)
    return silence && latest && latest.silentSince === silence.since.toISOString() ? latest : null
  }

  /** Until `stop`, or another run has the load. What fails is tried again: the load itself waits for its nodes. */
  async watch(task: LoadTask): Promise<void> {
    if (!task.spec.landing.replicated) return
    const { signal } = this.#ended
    while (!signal.aborted) {
      if ((await this.#tryToLook(task)) === 'stale') return
      await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined)
    }
  }

  stop(): void {
    this.#ended.abort()
  }

  async #tryToLook(task: LoadTask): Promise<'looked' | 'stale'> {
    try {
      await this.#inspectAll(task)
    } catch (error) {
      if (error instanceof StaleWriterError) return 'stale'
      task.deps.log.warn({ ...task.run, error }, 'Could not check the replicas of a load')
    }
    return 'looked'
  }

  async #inspectAll(task: LoadTask): Promise<void> {
    // Lost ones too: a batch that was arriving there may wait for them.
    const names = new Set([...task.spec.landing.nodes, ...this.#takeOvers.map(({ lost }) => lost)])
    await Promise.all([...names].map((name) => this.#look(task, nodeOf(task, name))))
    const open = [...this.#silent.values()].filter(({ node }) => this.takeOverOf(node) === null)
    const reasons: string[] = []
    for (const silence of open) {
      const reason = await this.#judge(task, silence)
      if (reason !== null) reasons.push(reason)
    }
    if (this.#ended.signal.aborted) return
    await task.wait('replicas', reasons.length === 0 ? null : reasons.join(' '))
  }

  async #look(task: LoadTask, node: ConnectedNode): Promise<void> {
    if (await answers(task, node)) {
      this.#silent.delete(node.name)
      if (this.#known.delete(node.name)) await forgetLostReplica(task.deps.db, task.job.pipelineId, node.name)
      if (this.#lost.get(node.name)?.signal.aborted) this.#lost.delete(node.name)
      return
    }
    const { name, shard } = node
    const known = this.#known.get(name)
    const before = this.#silent.get(name) ?? {
      ...{ node: name, shard, looks: 0, lostBefore: known !== undefined },
      since: known ? new Date(known.silentSince) : task.deps.now(),
    }
    this.#silent.set(name, { ...before, looks: before.looks + 1 })
  }

  /** Why it is waited for; null: another one took over. */
  async #judge(task: LoadTask, silence: Silence): Promise<string | null> {
    const { db, now } = task.deps
    const rule = lostReplicaRule
      .catch(defaultLostReplicaRule)
      .parse(await readLoadRule(db, task.run.id, 'lostReplica'))
    const verdict = judgeLostReplica(silence, await this.#hear(task, silence, rule), rule, now())
    if (verdict.kind === 'wait') return verdict.reason
    const { node: lost, shard, since } = silence
    const taken: TakeOver = {
      ...{ lost, shard, by: verdict.by, reason: verdict.reason },
      ...{ silentSince: since.toISOString(), at: now().toISOString() },
    }
    const last = this.#takeOvers.at(-1)
    // Another worker has seen the same loss: it has only been silent for longer than this one knows.
    const takeOvers =
      last?.lost === lost && last.by === taken.by
        ? [...this.#takeOvers.slice(0, -1), { ...last, silentSince: taken.silentSince }]
        : [...this.#takeOvers, taken]
    await recordTakeOver(db, task.run, takeOvers, taken)
    this.#known.set(lost, { ...taken, loadId: task.run.id })
    this.#takeOvers = takeOvers
    task.spec = applyTakeOvers(task.spec, [taken], task.nodes)
    task.deps.log.warn({ ...task.run, ...taken }, 'A replica was lost; another one stages instead')
    task.announce()
    const gone = this.#lost.get(lost) ?? new AbortController()
    this.#lost.set(lost, gone)
    gone.abort()
    return null
  }

  /** Nothing is asked before it matters. */
  async #hear(
    task: LoadTask,
    { node, shard, since, lostBefore }: Silence,
    rule: LostReplicaRule,
  ): Promise<ReplicaWitness[]> {
    if (rule.kind === 'wait') return []
    if (!lostBefore && task.deps.now().getTime() - since.getTime() < rule.afterSeconds * 1_000) return []
    const others = task.nodes.filter((other) => other.shard === shard && other.name !== node)
    return (await Promise.all(others.map((other) => hearOne(task, other)))).filter((each) => each !== null)
  }
}

/** A refusal is an answer. */
async function answers(task: LoadTask, { client }: ConnectedNode): Promise<boolean> {
  const { database, table } = task.spec.landing
  try {
    await client.query(replicaStates, { database, table }, { timeoutMs: lookTimeoutMs })
    return true
  } catch (error) {
    return !(error instanceof QueryFailedError) || error.failure.kind === 'refused'
  }
}

/** Null: it does not answer, or has no such table. */
async function hearOne(task: LoadTask, { name, client }: ConnectedNode): Promise<ReplicaWitness | null> {
  const { database, table } = task.spec.landing
  try {
    const limit = { timeoutMs: 2 * lookTimeoutMs }
    const [states, keepers] = await Promise.all([
      client.query(replicaStates, { database, table }, limit),
      client.query(replicaKeeper, { databases: [database], tables: [table] }, limit),
    ])
    const [state] = states.rows
    const [keeper] = keepers.rows
    if (!state || !keeper) return null
    const active = Object.fromEntries(
      Object.entries(keeper.replica_is_active).map(([replica, flag]) => [replica, flag !== 0]),
    )
    return {
      ...{ node: name, replicaName: state.replica_name, partsToFetch: entriesToFetch(state), active },
      // One that Keeper does not have as active speaks for a session that is over.
      readOnly:
        state.is_readonly ||
        state.is_session_expired ||
        keeper.zookeeper_exception !== '' ||
        active[state.replica_name] !== true,
    }
  } catch (error) {
    if (error instanceof QueryFailedError) return null
    throw error
  }
}
