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
  tierMigrationLimitsChange,
  tierMigrationPage,
  tierMigrationPreview,
  tierMigrationProof,
  tierMigrationRef,
  tierMigrationReport,
  tierMigrationRequest,
  tierMigrationSql,
  tierMigrationStatus,
  tierMigrationStepDetail,
  tierMigrationStepRef,
  tierMigrationStepsRef,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['tier migrations']
const one = '/tier-migrations/{id}' as const
const idOnly = z.object({ id: z.string() })

export const tierMigrationsRouter = router({
  list: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/tier-migrations',
        tags,
        summary: 'List tier migrations, newest first',
      },
    })
    .input(listTierMigrationsInput.extend({ cursor: z.uuid().optional() }))
    .output(tierMigrationPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listTierMigrations(ctx.service, { after: cursor, ...input }),
    ),

  get: procedure('viewer')
    .meta({ openapi: { method: 'GET', path: one, tags, summary: 'Get a tier migration with its steps' } })
    .input(tierMigrationRef)
    .output(tierMigrationDetail)
    .query(({ ctx, input }) => getTierMigration(ctx.service, input)),

  lateArrivals: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/clusters/{cluster}/late-arrivals',
        tags,
        summary: 'List parts that arrived after a tier migration moved their partition',
      },
    })
    .input(listLateArrivalsInput)
    .output(lateArrivalList)
    .query(({ ctx, input }) => listLateArrivals(ctx.service, input)),

  cutOffUploads: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/clusters/{cluster}/cut-off-uploads',
        tags,
        summary: 'Uploads to a shared disk that ended because their server did, with the objects they left',
      },
    })
    .input(listCutOffUploadsInput)
    .output(cutOffUploadList)
    .query(({ ctx, input }) => listCutOffUploads(ctx.service, input)),

  step: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${one}/steps/{ordinal}`,
        tags,
        summary: 'Get a step with statements and proof',
      },
    })
    .input(tierMigrationStepRef)
    .output(tierMigrationStepDetail)
    .query(({ ctx, input }) => getTierMigrationStep(ctx.service, input)),

  proof: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${one}/proof`,
        tags,
        summary: 'Get all steps with statements and proofs',
      },
    })
    .input(tierMigrationRef)
    .output(tierMigrationProof)
    .query(({ ctx, input }) => exportTierMigrationProof(ctx.service, input)),

  report: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${one}/report`,
        tags,
        summary: 'Get the printable report',
      },
    })
    .input(tierMigrationRef)
    .output(tierMigrationReport)
    .query(({ ctx, input }) => exportTierMigrationReport(ctx.service, input)),

  sql: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: `${one}/sql`,
        tags,
        summary: 'Get the remaining statements as a script by replica',
      },
    })
    .input(tierMigrationRef)
    .output(tierMigrationSql)
    .query(({ ctx, input }) => exportTierMigrationSql(ctx.service, input)),

  preview: procedure('viewer')
    .meta({
      openapi: {
        method: 'POST',
        path: '/tier-migration-previews',
        tags,
        summary: 'Preview a plan. Saves nothing',
      },
    })
    .input(tierMigrationRequest)
    .output(tierMigrationPreview)
    .query(({ ctx, input }) => previewTierMigration(ctx.service, input)),

  previewSql: procedure('viewer')
    .meta({
      openapi: {
        method: 'POST',
        path: '/tier-migration-previews/sql',
        tags,
        summary: 'Preview all statements of a plan. Saves nothing',
      },
    })
    .input(tierMigrationRequest)
    .output(shownStatements)
    .query(({ ctx, input }) => previewTierMigrationSql(ctx.service, input)),

  plan: procedure('operator')
    .meta({ openapi: { method: 'POST', path: '/tier-migrations', tags, summary: 'Create a plan' } })
    .input(tierMigrationRequest)
    .output(idOnly)
    .mutation(({ ctx, input }) => requestTierMigrationPlan(ctx.service, input)),

  askReview: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/review-request`,
        tags,
        summary: 'Send a plan for review',
      },
    })
    .input(tierMigrationRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => askTierMigrationReview(ctx.service, input)),

  review: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/review`,
        tags,
        summary: "Approve or reject somebody else's plan",
      },
    })
    .input(reviewTierMigrationInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => reviewTierMigration(ctx.service, input)),

  start: procedure('operator')
    .meta({ openapi: { method: 'POST', path: `${one}/start`, tags, summary: 'Start a plan' } })
    .input(tierMigrationRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => startTierMigration(ctx.service, input)),

  cancel: procedure('operator')
    .meta({
      openapi: { method: 'POST', path: `${one}/cancel`, tags, summary: 'Cancel within the current part' },
    })
    .input(tierMigrationRef)
    .output(z.object({ id: z.string(), status: tierMigrationStatus }))
    .mutation(({ ctx, input }) => cancelTierMigration(ctx.service, input)),

  retry: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/retry`,
        tags,
        summary: 'Retry what failed or was cancelled',
      },
    })
    .input(tierMigrationRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => retryTierMigration(ctx.service, input)),

  retryStep: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/steps/{ordinal}/retry`,
        tags,
        summary: 'Retry one step that failed, was cancelled or skipped',
      },
    })
    .input(tierMigrationStepRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => retryTierMigrationStep(ctx.service, input)),

  checkDeeply: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/deep-checks`,
        tags,
        summary: 'Start a deep check of a migration. Returns the check, which is a migration of its own',
      },
    })
    .input(tierMigrationRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => checkTierMigrationDeeply(ctx.service, input)),

  pause: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/pause`,
        tags,
        summary: 'Pause after the running statements',
      },
    })
    .input(tierMigrationRef)
    .output(z.object({ id: z.string(), status: tierMigrationStatus }))
    .mutation(({ ctx, input }) => pauseTierMigration(ctx.service, input)),

  resume: procedure('operator')
    .meta({ openapi: { method: 'POST', path: `${one}/resume`, tags, summary: 'Resume after a pause' } })
    .input(tierMigrationRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => resumeTierMigration(ctx.service, input)),

  setLimits: procedure('operator')
    .meta({
      openapi: { method: 'PUT', path: `${one}/limits`, tags, summary: 'Change the limits of a migration' },
    })
    .input(tierMigrationLimitsChange)
    .output(idOnly)
    .mutation(({ ctx, input }) => setTierMigrationLimits(ctx.service, input)),

  putFirst: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/steps/first`,
        tags,
        summary: 'Put steps before all others',
      },
    })
    .input(tierMigrationStepsRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => putTierMigrationStepsFirst(ctx.service, input)),

  skip: procedure('operator')
    .meta({
      openapi: { method: 'POST', path: `${one}/steps/skip`, tags, summary: 'Leave steps out' },
    })
    .input(tierMigrationStepsRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => skipTierMigrationSteps(ctx.service, input)),

  restore: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: `${one}/steps/restore`,
        tags,
        summary: 'Restore skipped steps',
      },
    })
    .input(tierMigrationStepsRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => restoreTierMigrationSteps(ctx.service, input)),
})
