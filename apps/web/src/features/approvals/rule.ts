import { everyName } from '@frostline/domain'
import { formatBytes, formatCountOf } from '@frostline/ui'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { titleOfKind } from '../activity/activity.ts'
import { describeWindow } from '../time-window/describe-window.ts'

export type ApprovalRule = RouterOutputs['approvalRules']['list'][number]
export type WaitingRun = RouterOutputs['approvals']['waiting'][number]
export type RunApproval = RouterOutputs['approvals']['get']

type Terms = Pick<
  ApprovalRule,
  'kinds' | 'cluster' | 'clusterName' | 'database' | 'table' | 'minBytes' | 'hours'
>

/** How many more people must approve, for all rules together. */
export function countMissing(rules: RunApproval['rules']): number {
  return Math.max(...rules.map(({ missing }) => missing))
}

/** Of a run that has not been started. */
export function describeExpected(rules: RunApproval['rules']): string {
  return `Once started, it waits for the approval of ${formatCountOf(countMissing(rules), 'person', 'people')}.`
}

/** "Tier migration, Load", or all kinds. */
export function describeKinds(kinds: Terms['kinds']): string {
  return kinds.length === 0 ? 'All kinds of runs' : kinds.map(titleOfKind).join(', ')
}

/** "Tables shop.a_* of Demo, from 100 GiB, outside Mon to Fri 08:00 to 18:00 Europe/Berlin". */
export function describeTerms({ cluster, clusterName, database, table, minBytes, hours }: Terms): string {
  const where = cluster === null ? 'all clusters' : (clusterName ?? cluster)
  const isAll = database === everyName && table === everyName
  const place = isAll
    ? where.charAt(0).toUpperCase() + where.slice(1)
    : `Tables ${database}.${table} of ${where}`
  return [
    place,
    ...(minBytes === null ? [] : [`from ${formatBytes(minBytes)}`]),
    ...(hours === null ? [] : [`outside ${describeWindow(hours.spans)} ${hours.timeZone}`]),
  ].join(', ')
}

/** "2 people of Storage". */
export function describeApprovers({
  approvals,
  teamName,
}: {
  approvals: number
  teamName: string | null
}): string {
  return `${formatCountOf(approvals, 'person', 'people')}${teamName === null ? '' : ` of ${teamName}`}`
}
