import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { explain, reloadConfigStatement } from '@frostline/clickhouse'
import {
  claimRolloutStep,
  type RolloutStepFence,
  type RunRef,
  readWish,
  recordRolloutStep,
  type StorageRolloutStep,
} from '@frostline/db'
import { decideRolloutStep, hideSecretsIn, type StorageDraft } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import { findSupervisedNodes, noConfigurationAccess } from '../config-target/configuration-access.ts'
import { readDropIn, removeDropIn, writeDropIn } from '../config-target/drop-in.ts'
import { errorCodeOf, explainFileError } from '../config-target/file-error.ts'
import { inspectFolder } from '../config-target/inspect-folder.ts'
import { restartSupervisedNode } from '../config-target/supervisor-endpoint.ts'
import type { WorkflowDeps } from '../deps.ts'
import { observeRolloutStep, planOf, type StepFacts } from './observe-rollout-step.ts'
import { openFiles, type StepFiles } from './sealed-files.ts'

export interface RolloutTask {
  deps: WorkflowDeps
  run: RunRef
  direction: 'apply' | 'revert'
  draft: StorageDraft
  nodes: readonly ConnectedNode[]
  announce: () => void
}

const lookEveryMs = 500
const lookEveryWhileAPersonActsMs = 2_000
const reloadTimeoutMs = 60_000

/** One node, from its current state, by decideRolloutStep. True when the next may follow. */
export async function runRolloutStep(task: RolloutTask, stepId: string): Promise<boolean> {
  const { deps, run } = task
  const step = await claimRolloutStep(deps.db, { stepId, run, workerId: deps.workerId, now: deps.now() })
  if (!step) return true
  task.announce()
  const node = task.nodes.find(({ name }) => name === step.nodeName)
  const drive = new StepDrive(task, step, openFiles(deps.clusters, step))
  return node
    ? drive.until(node)
    : drive.end('failed', `${step.nodeName} is not a node of the cluster any more.`)
}

/**
 * Before any node is changed: a step whose file is now neither what the plan found nor what it wants fails. True when
 * there is one.
 */
export async function failForeignFile(task: RolloutTask, stepIds: readonly string[]): Promise<boolean> {
  const steps = await task.deps.db.storageRolloutStep.findMany({ where: { id: { in: [...stepIds] } } })
  for (const step of steps) {
    const file = await readDropIn(step.folder, step.fileName)
    const digest = file.kind === 'present' ? file.digest : null
    if (file.kind !== 'fault' && (digest === step.beforeDigest || digest === step.afterDigest)) continue
    return !(await runRolloutStep(task, step.id))
  }
  return false
}

class StepDrive {
  readonly #fence: RolloutStepFence
  #waitReason: string | null = null
  #movedAtMs = performance.now()

  constructor(
    private readonly task: RolloutTask,
    private step: StorageRolloutStep,
    private readonly files: StepFiles,
  ) {
    this.#fence = { stepId: step.id, workerId: task.deps.workerId, run: task.run }
  }

  async until(node: ConnectedNode): Promise<boolean> {
    const { deps, direction, draft } = this.task
    for (;;) {
      const { step, files } = this
      const facts = await observeRolloutStep({ step, files, direction, draft, node, now: deps.now() })
      const decision = decideRolloutStep({ ...facts, waitedMs: performance.now() - this.#movedAtMs })
      let fault: string | null = null
      switch (decision.kind) {
        case 'complete':
          return this.end('completed', null)
        case 'fail':
          return this.end('failed', decision.reason)
        case 'write':
          fault = await this.#write()
          break
        case 'note':
          await this.#record({ writtenAt: facts.fileWrittenAt ?? deps.now() })
          break
        case 'reload':
          fault = await this.#reload(node)
          break
        case 'restart':
          fault = await this.#restart(node)
          break
        case 'wait':
          if (await this.#waitFor(decision.reason, lookEveryMs)) return this.#stop()
          break
        case 'wait-for-person':
          if (await this.#waitFor(this.#askForRestart(node, facts), lookEveryWhileAPersonActsMs))
            return this.#stop()
          break
      }
      if (fault !== null) return this.end('failed', fault)
    }
  }

  async end(status: 'completed' | 'failed' | 'cancelled', error: string | null): Promise<boolean> {
    const { deps } = this.task
    await this.#record({ status, error, waitReason: null, finishedAt: deps.now() })
    return status === 'completed'
  }

  /** Recorded before the write: so a revert knows of it, and a worker that lost its turn stops here. */
  async #write(): Promise<string | null> {
    const { step } = this
    const { direction, deps } = this.task
    const { roots } = deps.configuration ?? noConfigurationAccess
    const folder = await inspectFolder(step.folder, roots)
    if (folder.kind === 'fault') return folder.text
    await this.#record({ touchedAt: step.touchedAt ?? deps.now(), writtenAt: null, loadedAt: null })
    const text = direction === 'apply' ? this.files.after : this.files.before
    try {
      if (text === null) await removeDropIn(step.folder, step.fileName)
      else await writeDropIn(step.folder, step.fileName, text)
    } catch (error) {
      if (errorCodeOf(error) === undefined) throw error
      return explainFileError(error, `${step.folder}/${step.fileName}`)
    }
    return null
  }

  async #reload(node: ConnectedNode): Promise<string | null> {
    const outcome = await node.client.command({
      ...reloadConfigStatement(),
      queryId: `frostline-reload-${randomUUID()}`,
      timeoutMs: reloadTimeoutMs,
      purpose: 'storage-rollout',
    })
    if (outcome.kind === 'refused')
      return this.#withoutSecrets(`The node rejected the file: ${explain(outcome)}`)
    // Unknown whether it was reloaded: it is sent again, which does no harm.
    if (outcome.kind === 'ok') await this.#record({ loadedAt: this.task.deps.now() })
    else await sleep(lookEveryMs)
    return null
  }

  async #restart(node: ConnectedNode): Promise<string | null> {
    const { supervisor, ...rest } = this.task.deps.configuration ?? noConfigurationAccess
    const name = (await findSupervisedNodes({ supervisor, ...rest })).get(node.url)
    if (!supervisor || name === undefined)
      return 'The supervisor does not run this node any more. Prepare again.'
    await this.#tell('Restarts the node and waits for it to answer.')
    const outcome = await restartSupervisedNode(supervisor, name)
    if (outcome.kind === 'failed') return this.#withoutSecrets(explainStart(outcome.text))
    if (outcome.kind === 'restarted') await this.#record({ loadedAt: this.task.deps.now() })
    else await sleep(lookEveryMs)
    return null
  }

  #askForRestart(node: ConnectedNode, { fileWrittenAt }: StepFacts): string {
    const { reasons } = planOf(this.step, this.task.direction)
    const since = (fileWrittenAt ?? this.step.writtenAt ?? this.task.deps.now()).toISOString().slice(11, 19)
    return [
      `Restart ClickHouse on ${node.name} now, for example by "systemctl restart clickhouse-server".`,
      `The rollout continues automatically when the node has started after ${since} UTC.`,
      ...reasons,
    ].join(' ')
  }

  /** True when a person has stopped it. */
  async #waitFor(reason: string, ms: number): Promise<boolean> {
    await this.#tell(reason)
    await sleep(ms)
    return (await readWish(this.task.deps.db, this.task.run)) !== 'go-on'
  }

  #stop(): Promise<boolean> {
    const written = this.step.writtenAt ? 'Its file is written. The node does not run it yet.' : null
    return this.end('cancelled', written)
  }

  async #tell(reason: string): Promise<void> {
    if (reason === this.#waitReason) return
    this.#waitReason = reason
    await recordRolloutStep(this.task.deps.db, this.#fence, { waitReason: reason })
    this.task.announce()
  }

  async #record(
    change: Parameters<typeof recordRolloutStep>[2] & Partial<StorageRolloutStep>,
  ): Promise<void> {
    await recordRolloutStep(this.task.deps.db, this.#fence, { waitReason: null, ...change })
    this.step = { ...this.step, ...change }
    this.#waitReason = null
    this.#movedAtMs = performance.now()
    this.task.announce()
  }

  #withoutSecrets(said: string): string {
    return hideSecretsIn(hideSecretsIn(said, this.files.after), this.files.before)
  }
}

/** The actual reason in a node's output before it ended. */
function explainStart(said: string): string {
  const reason = /Code: \d+\. DB::Exception: [^\n]*/.exec(said)?.[0]
  return `The node did not come up with the new file. ${(reason ?? said).slice(0, 1000)}`
}
