import { router } from '../trpc.ts'
import { adviceRouter } from './advice.ts'
import { alertsRouter } from './alerts.ts'
import { approvalRulesRouter } from './approval-rules.ts'
import { approvalsRouter } from './approvals.ts'
import { archiveExpiriesRouter } from './archive-expiries.ts'
import { archiveRestoresRouter } from './archive-restores.ts'
import { archiveSchedulesRouter } from './archive-schedules.ts'
import { archiveViewsRouter } from './archive-views.ts'
import { archivesRouter } from './archives.ts'
import { auditRouter } from './audit.ts'
import { benchmarksRouter } from './benchmarks.ts'
import { bucketAuditsRouter } from './bucket-audits.ts'
import { cacheSchedulesRouter } from './cache-schedules.ts'
import { cacheWarmupsRouter } from './cache-warmups.ts'
import { cachesRouter } from './caches.ts'
import { changeSetsRouter } from './change-sets.ts'
import { clustersRouter } from './clusters.ts'
import { configTargetsRouter } from './config-targets.ts'
import { costsRouter } from './costs.ts'
import { customRolesRouter } from './custom-roles.ts'
import { dataGenerationsRouter } from './data-generations.ts'
import { desiredStateRouter } from './desired-state.ts'
import { eventsRouter } from './events.ts'
import { fleetRouter } from './fleet.ts'
import { historyRouter } from './history.ts'
import { incidentsRouter } from './incidents.ts'
import { insertQueuesRouter } from './insert-queues.ts'
import { liveRouter } from './live.ts'
import { loadPipelinesRouter } from './load-pipelines.ts'
import { loadsRouter } from './loads.ts'
import { moveExplainRouter } from './move-explain.ts'
import { nodesRouter } from './nodes.ts'
import { orphanRemovalsRouter } from './orphan-removals.ts'
import { overviewRouter } from './overview.ts'
import { passkeysRouter } from './passkeys.ts'
import { replicationRouter } from './replication.ts'
import { restoreRemovalsRouter } from './restore-removals.ts'
import { runsRouter } from './runs.ts'
import { sessionRouter } from './session.ts'
import { signInPolicyRouter } from './sign-in-policy.ts'
import { signInProvidersRouter } from './sign-in-providers.ts'
import { sourcesRouter } from './sources.ts'
import { startHereRouter } from './start-here.ts'
import { startUpRouter } from './start-up.ts'
import { storageRouter } from './storage.ts'
import { storageProposalsRouter } from './storage-proposals.ts'
import { storageRolloutsRouter } from './storage-rollouts.ts'
import { tablePolicyRouter } from './table-policy.ts'
import { tableTtlsRouter } from './table-ttls.ts'
import { tablesRouter } from './tables.ts'
import { teamsRouter } from './teams.ts'
import { tierBatchesRouter } from './tier-batches.ts'
import { tierMigrationsRouter } from './tier-migrations.ts'
import { tierSchedulesRouter } from './tier-schedules.ts'
import { tokensRouter } from './tokens.ts'
import { usersRouter } from './users.ts'
import { zeroCopyRouter } from './zero-copy.ts'
import { zeroCopyExitsRouter } from './zero-copy-exits.ts'

/** All routers of the console and the REST API. A new router is one line here. */
export const appRouter = router({
  advice: adviceRouter,
  alerts: alertsRouter,
  approvalRules: approvalRulesRouter,
  approvals: approvalsRouter,
  archiveExpiries: archiveExpiriesRouter,
  archiveRestores: archiveRestoresRouter,
  restoreRemovals: restoreRemovalsRouter,
  archiveSchedules: archiveSchedulesRouter,
  archiveViews: archiveViewsRouter,
  archives: archivesRouter,
  audit: auditRouter,
  benchmarks: benchmarksRouter,
  caches: cachesRouter,
  changeSets: changeSetsRouter,
  clusters: clustersRouter,
  configTargets: configTargetsRouter,
  cacheSchedules: cacheSchedulesRouter,
  bucketAudits: bucketAuditsRouter,
  cacheWarmups: cacheWarmupsRouter,
  costs: costsRouter,
  dataGenerations: dataGenerationsRouter,
  desiredState: desiredStateRouter,
  events: eventsRouter,
  fleet: fleetRouter,
  history: historyRouter,
  incidents: incidentsRouter,
  insertQueues: insertQueuesRouter,
  live: liveRouter,
  loadPipelines: loadPipelinesRouter,
  loads: loadsRouter,
  moveExplain: moveExplainRouter,
  nodes: nodesRouter,
  orphanRemovals: orphanRemovalsRouter,
  overview: overviewRouter,
  passkeys: passkeysRouter,
  replication: replicationRouter,
  runs: runsRouter,
  session: sessionRouter,
  signInPolicy: signInPolicyRouter,
  signInProviders: signInProvidersRouter,
  sources: sourcesRouter,
  startHere: startHereRouter,
  startUp: startUpRouter,
  storage: storageRouter,
  storageProposals: storageProposalsRouter,
  storageRollouts: storageRolloutsRouter,
  tablePolicy: tablePolicyRouter,
  tables: tablesRouter,
  tableTtls: tableTtlsRouter,
  tierBatches: tierBatchesRouter,
  tierMigrations: tierMigrationsRouter,
  tierSchedules: tierSchedulesRouter,
  customRoles: customRolesRouter,
  teams: teamsRouter,
  tokens: tokensRouter,
  users: usersRouter,
  zeroCopy: zeroCopyRouter,
  zeroCopyExits: zeroCopyExitsRouter,
})
export type AppRouter = typeof appRouter
