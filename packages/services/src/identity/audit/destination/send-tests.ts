import type { AuditDestination } from '@frostline/db'
import { notifyChange } from '@frostline/db'
import { openSource } from '../../../loads/source/open-source.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { readDestinationSettings } from './destination-settings.ts'
import { checkObjectLock } from './send-s3.ts'
import { testSyslog } from './send-syslog.ts'
import { testWebhook } from './send-webhook.ts'
import { openDestinationSecret } from './ship-entries.ts'
import type { ShipOptions, ShipOutcome } from './ship-outcome.ts'

/** Sends the tests that were requested: from the worker, as entries are. A test that was cut off is sent again. */
export async function sendDestinationTests(ctx: ServiceContext, options: ShipOptions): Promise<void> {
  const requested = await ctx.db.auditDestination.findMany({
    where: { testRequestedAt: { not: null }, testFinishedAt: null },
  })
  await Promise.all(
    requested.map(async (destination) => {
      const outcome = await sendTest(ctx, destination, options).catch(
        (error: unknown): ShipOutcome => ({
          kind: 'failed',
          text: error instanceof Error ? error.message : String(error),
        }),
      )
      await ctx.db.$transaction(async (tx) => {
        await tx.auditDestination.updateMany({
          where: { id: destination.id, testRequestedAt: destination.testRequestedAt },
          data: { testFinishedAt: ctx.now(), testError: outcome.kind === 'sent' ? null : outcome.text },
        })
        await notifyChange(tx, 'audit-destination', destination.id)
      })
    }),
  )
}

async function sendTest(
  ctx: ServiceContext,
  destination: AuditDestination,
  options: ShipOptions,
): Promise<ShipOutcome> {
  const settings = readDestinationSettings(destination)
  switch (settings.type) {
    case 'syslog':
      return testSyslog(settings, ctx.now(), options)
    case 'webhook':
      return testWebhook(
        { url: settings.url, secret: openDestinationSecret(ctx, destination) },
        ctx.now(),
        options,
      )
    case 'bucket': {
      const source = await openSource(ctx, settings.sourceId)
      return checkObjectLock(source.store, settings).finally(() => source.close())
    }
  }
}
