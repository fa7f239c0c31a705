export { checkGrants, type GrantCheck } from './check-grants.ts'
export type { ClientOptions } from './client/connections.ts'
export type { Failure, ServerError } from './client/failure.ts'
export type { TlsOptions } from './client/http-agent.ts'
export { createNodeClient, type NodeClient } from './client/node-client.ts'
export { explain, QueryFailedError, UnexpectedRowsError } from './client/query-failed.ts'
export type { QueryOptions } from './client/query-options.ts'
export { type AskedQuery, queryTogether } from './client/query-together.ts'
export type { QueryResult } from './client/read-rows.ts'
export type { CommandOutcome, CommandRequest, CommandSummary } from './client/send-command.ts'
export type { MeasuredOutcome, MeasuredRequest } from './client/send-measured.ts'
export { type ErrorClass, type ErrorRule, errorCodes, errorRuleOf } from './errors/error-codes.ts'
export { fanOut, type NodeOutcome } from './fan-out.ts'
export { clusterGrant, type GrantFeature, type GrantNeed, grantStatement, requiredGrants } from './grants.ts'
export {
  attachedBlockCount,
  attachedBlocks,
  deduplicationFacts,
  rowsPresent,
} from './queries/attached-blocks.ts'
export { type CacheDownloadsRow, cacheDownloads } from './queries/cache-downloads.ts'
export { type CacheReadsRow, cacheReads } from './queries/cache-reads.ts'
export { type CacheResidencyRow, cacheResidency } from './queries/cache-residency.ts'
export { type CacheTotalsRow, cacheTotals, tableCacheKeys, tableCacheTotals } from './queries/cache-totals.ts'
export { type CheckPartRow, checkPart } from './queries/check-part.ts'
export { type ColdQueryRow, coldQueries } from './queries/cold-queries.ts'
export { conformanceSums, expectedConformanceSums } from './queries/conformance-sums.ts'
export { type ContentSumRow, contentSums } from './queries/content-sums.ts'
export { type DatabaseReplicasRow, databaseReplicas } from './queries/database-replicas.ts'
export { type DdlQueueRow, ddlQueue } from './queries/ddl-queue.ts'
export { type DependentViewRow, dependentViews } from './queries/dependent-views.ts'
export { type DuePartRow, dueParts } from './queries/due-parts.ts'
export { type FailedMovesByTableRow, failedMovesByTable } from './queries/failed-moves-by-table.ts'
export { type FailedPartMoveRow, failedPartMoves } from './queries/failed-part-moves.ts'
export { describeRows, firstRows, textOfRows } from './queries/generation-samples.ts'
export { type InsertCountersRow, insertCounters, uploadedBytes } from './queries/insert-counters.ts'
export { knownFunctions, normalizedQuery } from './queries/known-functions.ts'
export { knownSettings } from './queries/known-settings.ts'
export { droppedTables, type LeftObjectsRow, leftObjects, leftPaths } from './queries/left-objects.ts'
export { listCacheSettings } from './queries/list-cache-settings.ts'
export { type ClusterRow, listClusters } from './queries/list-clusters.ts'
export { type ColumnRow, listColumns } from './queries/list-columns.ts'
export { listDatabases } from './queries/list-databases.ts'
export { listDiskBackups } from './queries/list-disk-backups.ts'
export { type DiskRow, listDisks } from './queries/list-disks.ts'
export { type DistributedTableRow, listDistributedTables } from './queries/list-distributed-tables.ts'
export {
  type DistributionQueueRow,
  distributionQueue,
  listDistributionQueues,
} from './queries/list-distribution-queues.ts'
export { type FilesystemCacheRow, listFilesystemCaches } from './queries/list-filesystem-caches.ts'
export { type LogTableRow, listLogTables, usefulLogTables } from './queries/list-log-tables.ts'
export { listNamedCollections, type NamedCollectionRow } from './queries/list-named-collections.ts'
export { listNodeErrors, type NodeErrorRow } from './queries/list-node-errors.ts'
export { listPartMoves, type PartMoveRow } from './queries/list-part-moves.ts'
export { listPartitions, type PartitionRow } from './queries/list-partitions.ts'
export { listParts, type PartRow } from './queries/list-parts.ts'
export { listStoragePolicies, type StoragePolicyRow } from './queries/list-storage-policies.ts'
export {
  type CollectedBadRow,
  collectedBadRows,
  filesOfBadRows,
  firstBadRow,
  type RecordedBadRowsRow,
  recordedBadRows,
  recordsBadRows,
} from './queries/load-bad-rows.ts'
export {
  type LoadProgressRow,
  loadProgress,
  type StagedPartsRow,
  stagedParts,
} from './queries/load-progress.ts'
export {
  type LoadSampleFactsRow,
  loadExpressionTypes,
  loadMisfits,
  loadPreview,
  loadSampleFacts,
  loadSampleSettings,
  type SampledColumn,
} from './queries/load-samples.ts'
export {
  activeRows,
  type LoadCountRow,
  loadCounts,
  type PartitionFloorRow,
  type PartitionPartRow,
  partitionFloors,
  partitionParts,
  stagingTables,
  tablesByPrefix,
} from './queries/load-staging.ts'
export { type MoveSwitchRow, moveSwitches } from './queries/move-switches.ts'
export { type NewTableFactsRow, newTableFacts } from './queries/new-table-facts.ts'
export { type NodeCoresRow, nodeCores } from './queries/node-cores.ts'
export {
  cacheAndStoreEvents,
  cacheMetrics,
  type NodeCountersRow,
  nodeCounters,
} from './queries/node-counters.ts'
export { type NodeIdentityRow, nodeIdentity } from './queries/node-identity.ts'
export { type NormalizedTtlRow, normalizeTtl, ttlStatement } from './queries/normalize-ttl.ts'
export { type ObjectOfPartRow, objectHistory, objectsOfPart } from './queries/objects-of-part.ts'
export { type ObservedPartRow, observeParts } from './queries/observe-parts.ts'
export { oldestLogEntry } from './queries/oldest-log-entry.ts'
export { type PartMoveTtlRow, partMoveTtls } from './queries/part-move-ttls.ts'
export { type PartObjectsRow, partObjects } from './queries/part-objects.ts'
export { type PartitionCostRow, partitionCosts, partitionReads } from './queries/partition-costs.ts'
export { type PartOffVolumeRow, partsOffVolumes } from './queries/parts-off-volumes.ts'
export { type PendingMutationRow, pendingMutations } from './queries/pending-mutations.ts'
export { quorumSettings } from './queries/quorum-settings.ts'
export {
  filesOfObjects,
  oldestWriter,
  partsOfDisks,
  type RemoteFileRow,
  remoteFiles,
  sampleRemoteFiles,
  systemTableNames,
  tableUuids,
} from './queries/remote-files.ts'
export { type ReplayCountersRow, replayCounters } from './queries/replay-counters.ts'
export {
  type ReplayableCountsRow,
  type ReplayableQueryRow,
  replayableCounts,
  replayableQueries,
} from './queries/replayable-queries.ts'
export {
  keeperEvents,
  keeperMetrics,
  type ReplicaKeeperRow,
  replicaKeeper,
} from './queries/replica-keeper.ts'
export { type ReplicaPathRow, replicaPaths } from './queries/replica-paths.ts'
export {
  badDetachedParts,
  entriesToFetch,
  keeperPlaceOf,
  type ReplicaFetchesRow,
  type ReplicaMutationsRow,
  type ReplicaPartitionRow,
  type ReplicaPartsRow,
  type ReplicaQueueRow,
  type ReplicaStateRow,
  type ReplicaSumsRow,
  replicaFetches,
  replicaMutations,
  replicaPartitions,
  replicaParts,
  replicaQueues,
  replicaStates,
  replicaSums,
} from './queries/replica-states.ts'
export { type RunCountersRow, runCounters } from './queries/run-counters.ts'
export { type RunningMergeRow, runningMerges } from './queries/running-merges.ts'
export { type RunningMoveRow, runningMoves } from './queries/running-moves.ts'
export { runningQueries } from './queries/running-queries.ts'
export { describeS3, previewS3, probeS3 } from './queries/s3-reads.ts'
export { type LoadSampleRow, sampleLoad } from './queries/sample-load.ts'
export { serverUptime } from './queries/server-uptime.ts'
export { shapedParts } from './queries/shaped-parts.ts'
export { type StartFactsRow, startFacts } from './queries/start-facts.ts'
export { type StartPulseRow, startPulse } from './queries/start-pulse.ts'
export { type StatementCostRow, statementCosts } from './queries/statement-costs.ts'
export { type StatementHistoryRow, statementHistory } from './queries/statement-history.ts'
export { type StatementProgressRow, statementProgress } from './queries/statement-progress.ts'
export { type StatementTracesRow, statementTraces } from './queries/statement-traces.ts'
export { type StoreErrorsRow, storeErrors } from './queries/store-errors.ts'
export {
  type StoreEventsRow,
  type StoreReadsRow,
  type StoreWritesRow,
  storeEvents,
  storeReads,
  storeWrites,
} from './queries/store-requests.ts'
export { readExpressionTreeOf, readSyntaxTreeOf, readTypeTreeOf } from './queries/syntax-tree.ts'
export { type TableActivityRow, tableActivity } from './queries/table-activity.ts'
export { type TableCatalogRow, tableCatalog } from './queries/table-catalog.ts'
export { type TableDefinitionRow, tableDefinition } from './queries/table-definition.ts'
export { type TableDiskSizeRow, tableDiskSizes } from './queries/table-disk-sizes.ts'
export { type TableIdentityRow, tableIdentity } from './queries/table-identity.ts'
export { type TableLoadJobsRow, tableLoadJobs } from './queries/table-load-jobs.ts'
export { type TableMoveStateRow, tableMoveState } from './queries/table-move-state.ts'
export {
  type TtlColumnPartRow,
  type TtlTableDefaultRow,
  ttlColumnParts,
  ttlTableDefaults,
} from './queries/ttl-columns.ts'
export { type TtlDueTimeRow, ttlDueTimes } from './queries/ttl-due-times.ts'
export { type TtlExpressionTypeRow, ttlExpressionTypes } from './queries/ttl-expression-types.ts'
export { type TtlFoldRow, type TtlLossRow, ttlFolds, ttlLosses } from './queries/ttl-losses.ts'
export {
  type TtlMutationRow,
  ttlMutations,
} from './queries/ttl-mutations.ts'
export { type TtlPartRow, ttlParts } from './queries/ttl-parts.ts'
export { type UnfinishedMutationRow, unfinishedMutations } from './queries/unfinished-mutations.ts'
export {
  type UploadOfStatementRow,
  uploadsByOthers,
  uploadsOfStatements,
} from './queries/uploads-of-statements.ts'
export { type WarmupExtentRow, warmupExtents } from './queries/warmup-extents.ts'
export {
  type ChecksumObjectRow,
  checksumObjects,
  type KeeperChildRow,
  keeperChildren,
  type ZeroCopyPartRow,
  type ZeroCopySettingsRow,
  zeroCopyLocks,
  zeroCopyParts,
  zeroCopySettings,
  zeroCopyTerms,
} from './queries/zero-copy-locks.ts'
export {
  type SharedPartitionSizeRow,
  sharedPartitionSizes,
  zeroCopyTables,
} from './queries/zero-copy-tables.ts'
export { defineQuery, type ParamsIn, type QueryDefinition, type RowOf } from './query/define-query.ts'
export {
  impatientS3Settings,
  type S3Access,
  type S3Arguments,
  type S3Object,
  s3Arguments,
} from './s3/s3-arguments.ts'
export { copyableScript, copyableSql, type ParamValue, type SqlParams, shownSql } from './sql/copyable-sql.ts'
export { parseColumnTtls } from './sql/parse-column-ttls.ts'
export { type DistributedTarget, parseDistributedTarget } from './sql/parse-distributed-target.ts'
export { parseEngineSettings } from './sql/parse-engine-settings.ts'
export { parseTableTtl } from './sql/parse-table-ttl.ts'
export { qualifiedName } from './sql/qualified-name.ts'
export { InvalidNameError, quoteIdentifier } from './sql/quote-identifier.ts'
export { quoteString } from './sql/quote-string.ts'
export { renderStructure } from './sql/render-structure.ts'
export {
  conformancePartitions,
  conformanceStatements,
  createConformanceTable,
  fillConformanceTable,
} from './statements/conformance.ts'
export {
  createDistributedStatement,
  createMergeTreeStatement,
  type NewMergeTree,
  type NewTablePlace,
} from './statements/create-load-table.ts'
export {
  createShapedTable,
  fillShapedTable,
  readShapedTable,
  type ShapedTable,
} from './statements/disk-benchmark.ts'
export { dropCacheStatement } from './statements/drop-cache.ts'
export { flushDistributedStatement } from './statements/flush-distributed.ts'
export { flushLogsStatement } from './statements/flush-logs.ts'
export { type DataWrite, generateDataStatement } from './statements/generate-data.ts'
export { killByInitialIdStatement, killQueryStatement } from './statements/kill-query.ts'
export {
  badRowsColumns,
  badRowsFile,
  badRowsFilesOf,
  badRowsSettings,
  collectBadRowsStatement,
  createBadRowsTableStatement,
  emptyFileSettings,
  emptyFileStatement,
  emptyTableStatement,
} from './statements/load-bad-rows.ts'
export {
  type LoadInsert,
  type LoadInsertStatement,
  type LoadTuningSettings,
  loadInsertSettings,
  loadInsertStatement,
} from './statements/load-insert.ts'
export {
  allStagingTables,
  createStagingStatements,
  dropStagingSettings,
  dropStagingStatements,
  isTableOfAttempt,
  jobOfStagingTable,
  loadTablePrefix,
  type StagingNames,
  type StagingTables,
  stagingNames,
  stagingPrefix,
} from './statements/load-staging.ts'
export {
  createTrialTableStatement,
  loadTrialStatement,
  trialSettings,
  trialTablePrefix,
} from './statements/load-trial.ts'
export { modifyStoragePolicyStatement } from './statements/modify-storage-policy.ts'
export {
  deepReadSettings,
  type MoveTarget,
  movePartitionStatement,
  movePartStatement,
  moveSettings,
  optimizePartitionStatement,
  optimizeSettings,
  startMovesStatement,
  stopMovesStatement,
  type TableRef,
} from './statements/move.ts'
export {
  createNamedCollectionStatement,
  dropNamedCollectionStatement,
} from './statements/named-collection.ts'
export {
  attachPartitionsStatement,
  dropPartitionsStatement,
  dropPartStatement,
  movePartitionsStatement,
} from './statements/partitions.ts'
export { reloadConfigStatement } from './statements/reload-config.ts'
export { cutFormat, type ReplayLimits, replaySettings, replayStatement } from './statements/replay.ts'
export { replicaRepairAccess, replicaRepairStatement } from './statements/replica-repair.ts'
export {
  createScratchStatement,
  dropScratchStatement,
  scratchCopySettings,
  scratchPrefix,
} from './statements/scratch-table.ts'
export type { Statement } from './statements/statement.ts'
export { switchZeroCopyStatement } from './statements/switch-zero-copy.ts'
export { tierRunSettings } from './statements/tier-run.ts'
export {
  materializeTtlInPartitionStatement,
  materializeTtlStatement,
  modifyTtlStatement,
  removeTtlStatement,
} from './statements/ttl.ts'
export {
  measuredSettings,
  measuredStatement,
  type WarmRead,
  warmCacheSettings,
  warmCacheStatement,
  warmPaceSettings,
} from './statements/warm-cache.ts'
export { type ClusterMember, type DiscoveredCluster, discoverClusters } from './topology/discover-members.ts'
export { type NodeIdentity, observeNodeIdentity } from './topology/observe-node-identity.ts'
export { type DiskTier, sameStorage, tierOfDisk, volumeOfDisk } from './topology/volume-of-disk.ts'
