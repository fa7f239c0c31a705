import {
  askTierMigrationReview,
  cancelTierMigration,
  checkTierMigrationDeeply,
  cutOffUploadList,
  exportTierMigrationProof,
  exportTierMigrationReport,
  exportTierMigrationSql,
  getTierMigration,
  getTierMigrationStep,
  getTierMigrationThroughput,
  lateArrivalList,
  listCutOffUploads,
  listCutOffUploadsInput,
  listLateArrivals,
  listLateArrivalsInput,
  listTierMigrations,
  listTierMigrationsInput,
  pauseTierMigration,
  previewTierMigration,
  previewTierMigrationSql,
  putTierMigrationStepsFirst,
  requestTierMigrationPlan,
  restoreTierMigrationSteps,
  resumeTierMigration,
  retryTierMigration,
  retryTierMigrationStep,
  reviewTierMigration,
  reviewTierMigrationInput,
  setTierMigrationLimits,
  shownStatements,
  skipTierMigrationSteps,
  startTierMigration,
  tierMigrationDetail,
  tierMigrationDryRun,
  tierMigrationLimitsChange,
  tierMigrationPage,
  tierMigrationProof,
  tierMigrationRef,
  tierMigrationReport,
  tierMigrationRequest,
  tierMigrationSql,
  tierMigrationStatus,
  tierMigrationStepDetail,
  tierMigrationStepRef,
  tierMigrationStepsRef,
  tierMigrationThroughput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, oneMigration, oneTable, tableOrCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const one = '/tier-migrations/{id}' as const
const idOnly = z.object({ id: z.string() })
const rest = restRoutes('tier migrations')
const order = (verb: string, summary: string) =>
  procedure('operator', oneMigration)
    .meta(rest('POST', `${one}/${verb}`, summary))
    .input(tierMigrationRef)
    .output(z.object({ id: z.string(), status: tierMigrationStatus }))

export const tierMigrationsRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/tier-migrations', 'List tier migrations, newest first'))
    .input(listTierMigrationsInput.extend({ cursor: z.uuid().optional() }))
    .output(tierMigrationPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listTierMigrations(ctx.service, { after: cursor, ...input }),
    ),

  get: procedure('viewer', oneMigration)
    .meta(rest('GET', one, 'Get a tier migration with its steps'))
    .input(tierMigrationRef)
    .output(tierMigrationDetail)
    .query(({ ctx, input }) => getTierMigration(ctx.service, input)),

  throughput: procedure('viewer', oneMigration)
    .meta(rest('GET', `${one}/throughput`, 'Get bytes per second by phase since the start'))
    .input(tierMigrationRef)
    .output(tierMigrationThroughput)
    .query(({ ctx, input }) => getTierMigrationThroughput(ctx.service, input)),

  lateArrivals: procedure('viewer', tableOrCluster)
    .meta(
      rest(
        'GET',
        '/clusters/{cluster}/late-arrivals',
        'List parts that arrived after a tier migration moved their partition',
      ),
    )
    .input(listLateArrivalsInput)
    .output(lateArrivalList)
    .query(({ ctx, input }) => listLateArrivals(ctx.service, input)),

  cutOffUploads: procedure('viewer', tableOrCluster)
    .meta(
      rest(
        'GET',
        '/clusters/{cluster}/cut-off-uploads',
        'List interrupted uploads to a shared disk, with the objects they left',
      ),
    )
    .input(listCutOffUploadsInput)
    .output(cutOffUploadList)
    .query(({ ctx, input }) => listCutOffUploads(ctx.service, input)),

  step: procedure('viewer', oneMigration)
    .meta(rest('GET', `${one}/steps/{ordinal}`, 'Get a step with statements and proof'))
    .input(tierMigrationStepRef)
    .output(tierMigrationStepDetail)
    .query(({ ctx, input }) => getTierMigrationStep(ctx.service, input)),

  proof: procedure('viewer', oneMigration)
    .meta(rest('GET', `${one}/proof`, 'Get all steps with statements and proofs'))
    .input(tierMigrationRef)
    .output(tierMigrationProof)
    .query(({ ctx, input }) => exportTierMigrationProof(ctx.service, input)),

  report: procedure('viewer', oneMigration)
    .meta(rest('GET', `${one}/report`, 'Get the printable report'))
    .input(tierMigrationRef)
    .output(tierMigrationReport)
    .query(({ ctx, input }) => exportTierMigrationReport(ctx.service, input)),

  sql: procedure('viewer', oneMigration)
    .meta(rest('GET', `${one}/sql`, 'Get the remaining statements as a script by replica'))
    .input(tierMigrationRef)
    .output(tierMigrationSql)
    .query(({ ctx, input }) => exportTierMigrationSql(ctx.service, input)),

  preview: procedure('viewer', oneTable)
    .meta(rest('POST', '/tier-migration-previews', 'Preview a plan. Saves nothing'))
    .input(tierMigrationRequest)
    .output(tierMigrationDryRun)
    .query(({ ctx, input }) => previewTierMigration(ctx.service, input)),

  previewSql: procedure('viewer', oneTable)
    .meta(rest('POST', '/tier-migration-previews/sql', 'Preview all statements of a plan. Saves nothing'))
    .input(tierMigrationRequest)
    .output(shownStatements)
    .query(({ ctx, input }) => previewTierMigrationSql(ctx.service, input)),

  plan: procedure('operator', oneTable)
    .meta(rest('POST', '/tier-migrations', 'Create a plan'))
    .input(tierMigrationRequest)
    .output(idOnly)
    .mutation(({ ctx, input }) => requestTierMigrationPlan(ctx.service, input)),

  askReview: procedure('operator', oneMigration)
    .meta(rest('POST', `${one}/review-request`, 'Send a plan for review'))
    .input(tierMigrationRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => askTierMigrationReview(ctx.service, input)),

  review: procedure('operator', oneMigration)
    .meta(rest('POST', `${one}/review`, 'Approve or reject a plan of another user'))
    .input(reviewTierMigrationInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => reviewTierMigration(ctx.service, input)),

  start: order('start', 'Start a plan').mutation(({ ctx, input }) => startTierMigration(ctx.service, input)),

  cancel: order('cancel', 'Cancel a tier migration within the current part').mutation(({ ctx, input }) =>
    cancelTierMigration(ctx.service, input),
  ),

  retry: order('retry', 'Retry the steps that failed or were cancelled').mutation(({ ctx, input }) =>
    retryTierMigration(ctx.service, input),
  ),

  retryStep: procedure('operator', oneMigration)
    .meta(
      rest('POST', `${one}/steps/{ordinal}/retry`, 'Retry one step that failed, was cancelled or skipped'),
    )
    .input(tierMigrationStepRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => retryTierMigrationStep(ctx.service, input)),

  checkDeeply: procedure('operator', oneMigration)
    .meta(
      rest(
        'POST',
        `${one}/deep-checks`,
        'Start a deep check of a migration. Returns the check, which is a migration of its own',
      ),
    )
    .input(tierMigrationRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => checkTierMigrationDeeply(ctx.service, input)),

  pause: order('pause', 'Pause a tier migration after the running statements').mutation(({ ctx, input }) =>
    pauseTierMigration(ctx.service, input),
  ),

  resume: order('resume', 'Resume a tier migration').mutation(({ ctx, input }) =>
    resumeTierMigration(ctx.service, input),
  ),

  setLimits: procedure('operator', oneMigration)
    .meta(rest('PUT', `${one}/limits`, 'Change the limits of a migration'))
    .input(tierMigrationLimitsChange)
    .output(idOnly)
    .mutation(({ ctx, input }) => setTierMigrationLimits(ctx.service, input)),

  putFirst: procedure('operator', oneMigration)
    .meta(rest('POST', `${one}/steps/first`, 'Move steps to the front'))
    .input(tierMigrationStepsRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => putTierMigrationStepsFirst(ctx.service, input)),

  skip: procedure('operator', oneMigration)
    .meta(rest('POST', `${one}/steps/skip`, 'Skip steps'))
    .input(tierMigrationStepsRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => skipTierMigrationSteps(ctx.service, input)),

  restore: procedure('operator', oneMigration)
    .meta(rest('POST', `${one}/steps/restore`, 'Restore skipped steps'))
    .input(tierMigrationStepsRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => restoreTierMigrationSteps(ctx.service, input)),
})
