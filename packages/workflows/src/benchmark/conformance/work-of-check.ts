import type { TableRef } from '@frostline/clickhouse'
import {
  conformancePartitions,
  conformanceStatements,
  conformanceSums,
  createConformanceTable,
  dropScratchStatement,
  dropStagingSettings,
  expectedConformanceSums,
  fillConformanceTable,
  flushLogsStatement,
  listDisks,
  movePartitionStatement,
  qualifiedName,
  type Statement,
  tableIdentity,
  tierRunSettings,
} from '@frostline/clickhouse'
import type { BenchmarkStep } from '@frostline/db'
import {
  type ConformanceCheck,
  type ConformanceSpec,
  type ConformanceStage,
  conformanceChecks,
  stageAfter,
} from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import { createScratch, scratchName } from '../../scratch/create-scratch.ts'
import { emptyScratchPartition, observeScratchParts } from '../../scratch/empty-partition.ts'
import type { BenchmarkTask } from '../benchmark-task.ts'
import { refuse, type StepReading, type StepWork } from '../drive-benchmark-step.ts'
import { readRunFigures } from '../read-run-figures.ts'
import type { StepPreparation } from '../step-preparation.ts'
import { findTableLeftovers } from './find-table-leftovers.ts'

const minute = 60_000

/** The statement of a check, its preparation, and its verification. */
export function workOfCheck(
  task: BenchmarkTask,
  node: ConnectedNode,
  spec: ConformanceSpec,
  step: BenchmarkStep,
  steps: readonly BenchmarkStep[],
): StepWork {
  const check = conformanceChecks.find((each) => each === step.kind)
  if (!check) throw new Error(`A conformance check has no step ${step.kind}.`)
  const suffix = check.startsWith('move-') ? 'moved' : 'plain'
  const at = { database: spec.database, table: scratchName(task.run.id, suffix) }
  const passed = new Set(steps.flatMap(({ kind, status }) => (status === 'completed' ? [kind] : [])))
  const stage = stageAfter(check.startsWith('move-') ? new Set() : new Set([...passed, check]))
  const rows = () => verifyRows(node, at, spec.rows, stage, check === 'detach')
  return {
    what: 'the check',
    prepare: async (preparation) => prepareCheck(preparation, node, spec, check, at),
    request: {
      ...statementOf(spec, check, at),
      settings: settingsOf(check),
      timeoutMs: 30 * minute,
      purpose: 'benchmark',
    },
    read: async (sent): Promise<StepReading> => {
      switch (check) {
        case 'drop':
        case 'move-drop':
          return { elapsedMs: null, figures: null }
        case 'left':
          return findTableLeftovers(node, spec.disk, steps)
        case 'read-cached': {
          const { elapsedMs, figures } = await readRunFigures([node], node, sent)
          const cold = figures !== null && (figures.storeBytes > 0n || figures.cacheBytes === 0n)
          return {
            elapsedMs,
            figures,
            fault: cold
              ? `It read ${figures.storeBytes.toLocaleString('en-US')} bytes from the store and ${figures.cacheBytes.toLocaleString('en-US')} from the cache.`
              : null,
          }
        }
        case 'write':
        case 'move-write':
          return describeWritten(node, spec, check, at, await rows())
        case 'optimize':
          return { elapsedMs: null, figures: null, fault: (await rows()) ?? (await explainMerged(node, at)) }
        case 'move-there':
        case 'move-back':
          return {
            elapsedMs: null,
            figures: null,
            fault: (await rows()) ?? (await verifyPlace(node, at, targetOf(spec, check))),
          }
        default:
          return { elapsedMs: null, figures: null, fault: await rows() }
      }
    },
  }
}

function statementOf(spec: ConformanceSpec, check: ConformanceCheck, at: TableRef): Statement {
  const name = qualifiedName(at.database, at.table)
  switch (check) {
    case 'write':
    case 'move-write':
      return fillConformanceTable(at, spec.rows)
    case 'drop':
    case 'move-drop':
      return dropScratchStatement(at)
    case 'left':
      return flushLogsStatement()
    case 'read-cached':
      return { sql: conformanceStatements.read(name), params: {} }
    case 'move-there':
    case 'move-back':
      return movePartitionStatement(at, '0', { kind: 'disk', name: targetOf(spec, check) })
    default:
      return { sql: conformanceStatements[check](name), params: {} }
  }
}

function settingsOf(check: ConformanceCheck) {
  if (check === 'read') return tierRunSettings('past-caches', { threads: 0, maxSeconds: 600 })
  if (check === 'read-cached') return tierRunSettings('through-caches', { threads: 0, maxSeconds: 600 })
  return check === 'drop' || check === 'move-drop' ? dropStagingSettings : {}
}

async function prepareCheck(
  preparation: StepPreparation,
  node: ConnectedNode,
  spec: ConformanceSpec,
  check: ConformanceCheck,
  at: TableRef,
): Promise<void> {
  if (check === 'write' || check === 'move-write') {
    const on = check === 'write' ? { disk: spec.disk } : { policy: spec.moves?.policy ?? '' }
    refuse(await createScratch(preparation, node, at, spec.disk, createConformanceTable(at, on)))
    for (const partition of conformancePartitions)
      refuse(await emptyScratchPartition(preparation, node, at, partition))
  }
  if (check === 'read-cached') {
    const outcome = await preparation.send(node, {
      ...statementOf(spec, check, at),
      settings: settingsOf(check),
      timeoutMs: 10 * minute,
    })
    if (outcome.kind === 'refused') refuse(outcome.error.message)
  }
}

/** Target of the moved partition: away from where the policy put it, and back. */
function targetOf({ disk, moves }: ConformanceSpec, check: 'move-there' | 'move-back'): string {
  const other = moves?.otherDisk ?? ''
  const [there, back] = moves?.startsOn === 'disk' ? [other, disk] : [disk, other]
  return check === 'move-there' ? there : back
}

/** The uuid is needed to find its objects after the table is gone. */
async function describeWritten(
  node: ConnectedNode,
  spec: ConformanceSpec,
  check: 'write' | 'move-write',
  at: TableRef,
  fault: string | null,
): Promise<StepReading> {
  const [identity, parts] = await Promise.all([
    node.client.query(tableIdentity, at),
    observeScratchParts(node, at),
  ])
  return {
    elapsedMs: null,
    figures: {
      uuid: identity.rows[0]?.uuid ?? '',
      parts: parts.length,
      bytes: parts.reduce((sum, { bytes_on_disk }) => sum + bytes_on_disk, 0n),
    },
    fault: fault ?? (check === 'write' ? await verifyPlace(node, at, spec.disk) : null),
  }
}

async function explainMerged(node: ConnectedNode, at: TableRef): Promise<string | null> {
  const parts = await observeScratchParts(node, at)
  return parts.length === conformancePartitions.length
    ? null
    : `${parts.length} parts are left instead of one per partition. The disk or its volume does not allow merges.`
}

/**
 * Whether partition 0 is on the disk. Versions use either name for a disk behind a cache: those with one path are one.
 * Returns what is wrong, or null. Throws QueryFailedError.
 */
async function verifyPlace(node: ConnectedNode, at: TableRef, disk: string): Promise<string | null> {
  const [parts, disks] = await Promise.all([
    observeScratchParts(node, at, '0'),
    node.client.query(listDisks, {}),
  ])
  const pathOf = (name: string) => disks.rows.find((each) => each.name === name)?.path
  const elsewhere = parts.find(({ disk_name }) => pathOf(disk_name) !== pathOf(disk))
  if (parts.length === 0) return 'Its partition has no parts.'
  return elsewhere ? `Part ${elsewhere.name} is on ${elsewhere.disk_name}, not on ${disk}.` : null
}

/**
 * Whether the table has the expected content, read without caches and compared with rows calculated without a disk.
 * Returns what is wrong, or null. Throws QueryFailedError.
 * @param detached partition 0 is detached
 */
async function verifyRows(
  node: ConnectedNode,
  at: TableRef,
  count: number,
  stage: ConformanceStage,
  detached: boolean,
): Promise<string | null> {
  const [found, expected] = await Promise.all([
    node.client.query(conformanceSums, at),
    node.client.query(expectedConformanceSums, {
      ...{ count, updated: stage.updated, deleted: stage.deleted },
      ...{ lightly_deleted: stage.lightlyDeleted, first_half: !detached },
    }),
  ])
  const [is, should] = [found.rows[0], expected.rows[0]]
  if (!is || !should) return 'The TTL could not be read back.'
  if (is.rows !== should.rows) return `It has ${is.rows} rows, expected ${should.rows}.`
  return is.checksum === should.checksum
    ? null
    : 'Its rows differ from the written rows: the checksum is different.'
}
