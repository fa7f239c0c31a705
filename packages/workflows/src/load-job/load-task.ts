import type { LoadJob, RunRef } from '@frostline/db'
import type { LoadSpec, TakeOver } from '@frostline/domain'
import { type ConnectedNode, type OpenSource, openSource } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import type { RunTask } from '../run/run-task.ts'
import { workerContext } from '../worker/worker-context.ts'

/** Everything that one run of a load job works with. */
export interface LoadTask {
  deps: WorkflowDeps
  run: RunRef
  job: LoadJob
  clusterId: string
  /** As it goes on after the loss of replicas. */
  spec: LoadSpec
  nodes: readonly ConnectedNode[]
  orders: Pick<RunTask, 'stopped'>
  /** Nothing is published before the rows of the table are known. False: the run was stopped, or ends. */
  countedBefore: Promise<boolean>
  /** What it waits for at a place, for people. Null: it goes on. */
  wait: RunTask['wait']
  replicas: {
    /** Aborted when the node is judged as lost. */
    lossOf: (node: string) => AbortSignal
    /** The one that took over from a node that is lost and has not answered since. */
    takeOverOf: (node: string) => TakeOver | null
  }
  announce: () => void
}

/** @throws ServiceError when the source is gone or its address is refused by now. */
export function openLoadSource({ deps, spec }: LoadTask): Promise<OpenSource> {
  return openSource(workerContext(deps), spec.source.id)
}

/** A node of the plan that the cluster does not have any more. */
export class MissingNodeError extends Error {
  override readonly name = 'MissingNodeError'
}

export function nodeOf(task: LoadTask, name: string): ConnectedNode {
  const node = task.nodes.find((candidate) => candidate.name === name)
  if (!node) throw new MissingNodeError(`${name} is not a node of the cluster any more. Plan the load again.`)
  return node
}
