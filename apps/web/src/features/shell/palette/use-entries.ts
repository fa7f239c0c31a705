'use client'
import { roleAllows } from '@frostline/domain'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowRightLeft,
  Bell,
  CloudDownload,
  Database,
  Network,
  Play,
  Repeat,
  Server,
  User,
} from 'lucide-react'
import { useMemo } from 'react'
import { mayOpen, roleOnPage } from '../../../auth/page-access.ts'
import { useAccess } from '../../../auth/use-person.ts'
import { routes } from '../../../navigation/routes.ts'
import { useTRPC } from '../../../trpc/context.ts'
import { pageOfRun, titleOfRun } from '../../activity/activity.ts'
import { useClusters } from '../hooks/use-clusters.ts'
import type { Entry } from './entry.ts'
import { readyText } from './match-text.ts'

/** Read once per opening: runs and alerts have their own live pages. */
const staleTime = 30_000

/** All entries besides pages and actions. Data that is not read yet, or cannot be read, is missing. */
export function useFoundEntries(cluster: string | null): { entries: readonly Entry[]; reading: boolean } {
  const trpc = useTRPC()
  const access = useAccess()
  const operator = roleAllows(roleOnPage(access, routes.sources) ?? 'member', 'operator')
  const admin = roleAllows(roleOnPage(access, routes.adminUsers) ?? 'member', 'admin')
  const clusters = useClusters().data
  const ofCluster = { enabled: cluster !== null, staleTime }
  const at = { cluster: cluster ?? '' }
  const tables = useQuery(trpc.tables.names.queryOptions(at, ofCluster))
  const runs = useQuery(trpc.runs.list.queryOptions({ ...at, limit: 100 }, ofCluster))
  const schedules = useQuery(trpc.tierSchedules.list.queryOptions(at, ofCluster))
  const pipelines = useQuery(trpc.loadPipelines.list.queryOptions(at, ofCluster))
  const alerts = useQuery(trpc.alerts.list.queryOptions({ state: 'open' }, { staleTime }))
  // Their pages need the role.
  const sources = useQuery(trpc.sources.list.queryOptions(undefined, { staleTime, enabled: operator }))
  const users = useQuery(trpc.users.list.queryOptions(undefined, { staleTime, enabled: admin }))

  const ofTables = useMemo(() => listTables(cluster, tables.data), [cluster, tables.data])
  const others: Entry[] = [
    ...(clusters ?? []).map(
      ({ slug, name }): Entry => ({
        ...{ id: `cluster ${slug}`, group: 'Clusters', label: name, icon: Network },
        search: readyText(`${name} ${slug}`, 'cluster switch'),
        choice: { kind: 'go', href: routes.overview(slug) },
      }),
    ),
    ...(
      clusters?.find(({ slug }) => slug === cluster && mayOpen(access, routes.nodes(slug)))?.nodes ?? []
    ).map(
      ({ name }): Entry => ({
        ...{ id: `node ${cluster} ${name}`, group: 'Nodes', label: name, icon: Server },
        search: readyText(name, 'node server'),
        choice: { kind: 'go', href: routes.node(cluster ?? '', name) },
      }),
    ),
    ...(runs.data?.runs ?? []).flatMap((run): Entry | [] => {
      const href = pageOfRun(run)
      if (href === undefined) return []
      const label = titleOfRun(run)
      return {
        ...{ id: `run ${run.id}`, group: 'Runs', label, icon: Play },
        hint: `${run.status}, ${run.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
        search: readyText(label, `${run.status} ${run.requestedBy}`),
        choice: { kind: 'go', href },
      }
    }),
    ...(schedules.data?.schedules ?? []).map(
      ({ id, name, clusterSlug }): Entry => ({
        ...{ id: `schedule ${id}`, group: 'Pipelines and schedules', label: name, hint: 'Schedule' },
        icon: ArrowRightLeft,
        search: readyText(name, 'schedule'),
        choice: { kind: 'go', href: routes.schedule(clusterSlug, id) },
      }),
    ),
    ...(pipelines.data?.pipelines ?? []).map(
      ({ id, name, clusterSlug }): Entry => ({
        ...{ id: `pipeline ${id}`, group: 'Pipelines and schedules', label: name, hint: 'Pipeline' },
        icon: Repeat,
        search: readyText(name, 'pipeline'),
        choice: { kind: 'go', href: routes.pipeline(clusterSlug, id) },
      }),
    ),
    ...(sources.data?.sources ?? []).map(
      ({ id, name, buckets }): Entry => ({
        ...{
          id: `source ${id}`,
          group: 'Sources',
          label: name,
          hint: buckets.join(', '),
          icon: CloudDownload,
        },
        search: readyText(name, `source s3 ${buckets.join(' ')}`),
        choice: { kind: 'go', href: routes.browseSource(id) },
      }),
    ),
    ...(alerts.data?.alerts ?? []).map(
      ({ id, title, subject, clusterName }): Entry => ({
        ...{
          id: `alert ${id}`,
          group: 'Alerts',
          label: title,
          hint: `${subject}, ${clusterName}`,
          icon: Bell,
        },
        search: readyText(`${title} ${subject}`, `alert ${clusterName}`),
        choice: { kind: 'go', href: routes.alert(id) },
        subject: [id],
      }),
    ),
    ...(users.data?.users ?? []).map(
      ({ id, name, email, role }): Entry => ({
        ...{ id: `user ${id}`, group: 'Users', label: name, hint: email, icon: User },
        search: readyText(`${name} ${email}`, `user ${role}`),
        choice: { kind: 'go', href: routes.adminUser(id) },
      }),
    ),
  ]
  return { entries: [...ofTables, ...others], reading: tables.isFetching && tables.data === undefined }
}

interface TableNames {
  databases: readonly { name: string; tables: readonly string[] }[]
}

/** Computed once, not per key press: a cluster may have tens of thousands of tables. */
function listTables(cluster: string | null, names: TableNames | undefined): Entry[] {
  if (cluster === null || names === undefined) return []
  return names.databases.flatMap(({ name: database, tables }) =>
    tables.map(
      (table): Entry => ({
        ...{ id: `table ${cluster} ${database}.${table}`, group: 'Tables', label: `${database}.${table}` },
        icon: Database,
        search: readyText(`${database}.${table}`),
        choice: { kind: 'go', href: routes.table(cluster, database, table) },
        subject: [database, table],
      }),
    ),
  )
}
