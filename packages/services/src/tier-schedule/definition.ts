import type { Prisma } from '@frostline/db'
import { describeReplicaChoices } from '@frostline/domain'
import type { z } from 'zod'
import { ServiceError } from '../base/service-error.ts'
import { isUniqueViolation } from '../base/unique-violation.ts'
import type { createScheduleInput } from './schema.ts'

type Definition = Omit<z.output<typeof createScheduleInput>, 'cluster'>

/** A definition as the columns of its row. */
export function toColumns(given: Definition) {
  return {
    name: given.name,
    tables: given.tables,
    targetVolume: given.targetVolume,
    olderThanDays: given.olderThanDays,
    budgetBytes: given.budgetBytes === null ? null : BigInt(given.budgetBytes),
    cron: given.cron.trim().split(/\s+/).join(' '),
    timeZone: given.timeZone,
    windowSpans: given.windowSpans.map((span) => ({ ...span })),
    missedRuns: given.missedRuns,
    replicas: given.replicas,
  } satisfies Partial<Prisma.TierScheduleUncheckedCreateInput>
}

/** What of a definition stands in the audit. */
export function auditDetails(given: Definition) {
  return {
    tables: given.tables.map(({ database, table }) => `${database}.${table}`),
    targetVolume: given.targetVolume,
    olderThanDays: given.olderThanDays,
    budgetBytes: given.budgetBytes,
    cron: given.cron,
    timeZone: given.timeZone,
    window: given.windowSpans.map(({ days, from, to }) => `${days.join(',')} ${from}-${to}`),
    missedRuns: given.missedRuns,
    replicas: describeReplicaChoices(given.replicas),
  }
}

export function explainTakenScheduleName(error: unknown, name: string): unknown {
  return isUniqueViolation(error)
    ? new ServiceError('conflict', `The cluster already has a schedule named ${name}.`, {
        hint: 'Choose another name.',
      })
    : error
}
