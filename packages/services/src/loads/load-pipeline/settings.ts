import type { LoadPipeline, Prisma } from '@frostline/db'
import type { PipelineTrigger } from '@frostline/domain'
import { firstDueAt } from '../../platform/base/first-due-at.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { isUniqueViolation } from '../../platform/base/unique-violation.ts'
import type { PipelineSettings } from './schema.ts'

/** Settings as the columns of the row. */
export function toColumns(given: PipelineSettings) {
  const { name, trigger, newVersions, maxObjects, maxBytes } = given
  return {
    name,
    trigger: trigger.kind,
    cron: trigger.kind === 'schedule' ? trigger.cron.trim().split(/\s+/).join(' ') : null,
    timeZone: trigger.kind === 'schedule' ? trigger.timeZone : null,
    pollSeconds: trigger.kind === 'continuous' ? trigger.pollSeconds : null,
    newVersions,
    maxObjects,
    maxBytes: maxBytes === null ? null : BigInt(maxBytes),
  } satisfies Partial<Prisma.LoadPipelineUncheckedCreateInput>
}

export function readTrigger(
  row: Pick<LoadPipeline, 'trigger' | 'cron' | 'timeZone' | 'pollSeconds'>,
): PipelineTrigger {
  const { trigger, cron, timeZone, pollSeconds } = row
  if (trigger === 'schedule' && cron !== null && timeZone !== null) return { kind: trigger, cron, timeZone }
  if (trigger === 'continuous' && pollSeconds !== null) return { kind: trigger, pollSeconds }
  return { kind: 'manual' }
}

/** Its first due time by its cron expression; null without one. */
export function nextDueOf(trigger: PipelineTrigger, after: Date): Date | null {
  return trigger.kind === 'schedule' ? firstDueAt(trigger, after) : null
}

/** The settings as audited. */
export function auditSettings({ trigger, newVersions, maxObjects, maxBytes }: PipelineSettings) {
  return {
    trigger:
      trigger.kind === 'schedule'
        ? `${trigger.cron} ${trigger.timeZone}`
        : trigger.kind === 'continuous'
          ? `every ${trigger.pollSeconds} s`
          : 'manual',
    newVersions,
    maxObjects,
    maxBytes,
  }
}

export function explainTakenPipelineName(error: unknown, name: string): unknown {
  return isUniqueViolation(error)
    ? new ServiceError('conflict', `The cluster already has a pipeline named ${name}.`, {
        hint: 'Choose another name.',
      })
    : error
}
