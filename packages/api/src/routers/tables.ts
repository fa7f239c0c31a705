import {
  addTableNote,
  getPartitionMap,
  getPartitionMapInput,
  getPartShapes,
  getPartShapesInput,
  getTable,
  getTableActivity,
  getTableActivityInput,
  getTableInput,
  listPartitions,
  listPartitionsInput,
  listParts,
  listPartsInput,
  listTableNames,
  listTableNamesInput,
  listTableNotes,
  listTableNotesInput,
  listTables,
  listTablesInput,
  noteList,
  noteRef,
  partitionList,
  partitionMap,
  partList,
  partShapes,
  tableActivity,
  tableDetail,
  tableList,
  tableNames,
  tableNoteInput,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { oneTable, tablesOfCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('tables')
const one = '/clusters/{cluster}/tables/{database}/{table}' as const

export const tablesRouter = router({
  list: procedure('viewer', tablesOfCluster)
    .meta(rest('GET', '/clusters/{cluster}/tables', 'List tables with their bytes by tier'))
    .input(listTablesInput)
    .output(tableList)
    .query(({ ctx, input }) => listTables(ctx.service, input)),

  /** For the command palette, which searches them as a person types. The REST door has `list`. */
  names: procedure('viewer', tablesOfCluster)
    .input(listTableNamesInput)
    .output(tableNames)
    .query(({ ctx, input }) => listTableNames(ctx.service, input)),

  get: procedure('viewer', oneTable)
    .meta(rest('GET', one, 'Get columns, keys, sizes, volumes and DDL of a table'))
    .input(getTableInput)
    .output(tableDetail)
    .query(({ ctx, input }) => getTable(ctx.service, input)),

  partitions: procedure('viewer', oneTable)
    .meta(rest('GET', `${one}/partitions`, 'List partitions by tier and node'))
    .input(listPartitionsInput)
    .output(partitionList)
    .query(({ ctx, input }) => listPartitions(ctx.service, input)),

  /** For the heat map: compact for thousands of partitions. REST has `partitions`. */
  partitionMap: procedure('viewer', oneTable)
    .input(getPartitionMapInput)
    .output(partitionMap)
    .query(({ ctx, input }) => getPartitionMap(ctx.service, input)),

  partShapes: procedure('viewer', oneTable)
    .meta(rest('GET', `${one}/part-shapes`, 'Count the parts of a table by age and size'))
    .input(getPartShapesInput)
    .output(partShapes)
    .query(({ ctx, input }) => getPartShapes(ctx.service, input)),

  parts: procedure('viewer', oneTable)
    .meta(rest('GET', `${one}/parts`, 'List parts, filtered and sorted'))
    .input(listPartsInput)
    .output(partList)
    .query(({ ctx, input }) => listParts(ctx.service, input)),

  activity: procedure('viewer', oneTable)
    .meta(rest('GET', `${one}/activity`, 'Get current and recent merges, mutations and moves of a table'))
    .input(getTableActivityInput)
    .output(tableActivity)
    .query(({ ctx, input }) => getTableActivity(ctx.service, input)),

  notes: procedure('viewer', oneTable)
    .meta(rest('GET', `${one}/notes`, 'List the notes of a table, newest first'))
    .input(listTableNotesInput)
    .output(noteList)
    .query(({ ctx, input }) => listTableNotes(ctx.service, input)),

  addNote: procedure('operator', oneTable)
    .meta(rest('POST', `${one}/notes`, 'Add a note to a table. Notes cannot be changed or deleted'))
    .input(tableNoteInput)
    .output(noteRef)
    .mutation(({ ctx, input }) => addTableNote(ctx.service, input)),
})
