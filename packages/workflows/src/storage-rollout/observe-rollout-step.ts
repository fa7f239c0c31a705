import { nodeIdentity } from '@frostline/clickhouse'
import type { StorageRolloutStep } from '@frostline/db'
import {
  describeRunning,
  diffStorage,
  type LoadPlan,
  type NodeStorageFacts,
  type RolloutStepState,
  type StorageDraft,
} from '@frostline/domain'
import { type ConnectedNode, loadPlan, observeNodeStorage, runsBefore } from '@frostline/services'
import { digestOf, readDropIn } from '../config-target/drop-in.ts'
import type { StepFiles } from './sealed-files.ts'

export interface ObservedStep {
  step: StorageRolloutStep
  files: StepFiles
  direction: 'apply' | 'revert'
  draft: StorageDraft
  node: ConnectedNode
  now: Date
}

export type StepFacts = Omit<RolloutStepState, 'waitedMs'> & { fileWrittenAt: Date | null }

/** Reads the file of a node, its start time, and what it runs. */
export async function observeRolloutStep(given: ObservedStep): Promise<StepFacts> {
  const { step, files, direction } = given
  const goal = direction === 'apply' ? files.after : files.before
  const origin = direction === 'apply' ? files.before : files.after
  const file = await readDropIn(step.folder, step.fileName)
  const seen = file.kind === 'present' ? file.digest : null
  const fileState =
    file.kind === 'fault'
      ? 'unreadable'
      : seen === digestOrNull(goal)
        ? 'goal'
        : seen === digestOrNull(origin)
          ? 'origin'
          : 'foreign'
  const { load } = planOf(step, direction)
  const look = await inspectNode(given)
  const writtenAt = file.kind === 'present' ? file.writtenAt : step.writtenAt
  return {
    direction,
    file: fileState,
    fileFault: file.kind === 'fault' ? file.text : null,
    noted: step.writtenAt !== null,
    load,
    loaded: step.loadedAt !== null || (load === 'restart' && startedSince(writtenAt, look.startedAfter)),
    restartBy: step.restartBy === 'supervisor' ? 'supervisor' : 'person',
    node: look.node,
    fileWrittenAt: file.kind === 'present' ? file.writtenAt : null,
  }
}

export function planOf(step: StorageRolloutStep, direction: 'apply' | 'revert'): LoadPlan {
  return loadPlan.parse(direction === 'apply' ? step.load : step.revertLoad)
}

function startedSince(writtenAt: Date | null, startedAfter: Date | null): boolean {
  return writtenAt !== null && startedAfter !== null && startedAfter > writtenAt
}

interface NodeLook {
  node: RolloutStepState['node']
  /** The node certainly did not start before this. */
  startedAfter: Date | null
}

async function inspectNode({ node, draft, step, direction, now }: ObservedStep): Promise<NodeLook> {
  let seen: Awaited<ReturnType<typeof observeNodeStorage>>
  let uptimeSeconds: number
  try {
    const identity = await node.client.query(nodeIdentity, {})
    uptimeSeconds = identity.rows[0]?.uptime_seconds ?? Number.POSITIVE_INFINITY
    seen = await observeNodeStorage(node)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { node: { kind: 'away', reason }, startedAfter: null }
  }
  const differing =
    direction === 'apply'
      ? [...listDiffering(draft, seen.facts), ...listBroken(draft, seen.brokenDisks)]
      : listNotAsBefore(draft, seen.facts, step.runsBefore)
  return {
    node:
      differing.length === 0
        ? { kind: 'as-wanted' }
        : { kind: 'otherwise', differences: differing.join(', ') },
    // Uptime is in whole seconds, rounded down.
    startedAfter: Number.isFinite(uptimeSeconds)
      ? new Date(now.getTime() - (uptimeSeconds + 1) * 1000)
      : null,
  }
}

function listDiffering(draft: StorageDraft, facts: NodeStorageFacts): string[] {
  return diffStorage(draft, facts)
    .filter(({ change }) => change !== 'same')
    .map(({ object, name, change }) => `${object} ${name} is ${change === 'new' ? 'missing' : 'different'}`)
}

function listBroken(draft: StorageDraft, broken: readonly string[]): string[] {
  return draft.disks
    .filter(({ name }) => broken.includes(name))
    .map(({ name }) => `disk ${name} is broken: the node cannot use its path`)
}

function listNotAsBefore(draft: StorageDraft, facts: NodeStorageFacts, stored: unknown): string[] {
  const before = runsBefore.parse(stored)
  return Object.entries(describeRunning(draft, facts))
    .filter(([name, lines]) => JSON.stringify(lines) !== JSON.stringify(before[name] ?? null))
    .map(([name]) => `${name} is different than before`)
}

function digestOrNull(text: string | null): string | null {
  return text === null ? null : digestOf(text)
}
