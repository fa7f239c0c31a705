import type { AlertDelivery } from '@frostline/db'
import type { z } from 'zod'
import type { deliveryView } from './schema.ts'

export function toDeliveryView(row: AlertDelivery, channel: string): z.infer<typeof deliveryView> {
  return {
    id: row.id,
    channelId: row.channelId,
    channel,
    event: row.event,
    status: row.status,
    attempts: row.attempts,
    answer: row.answer,
    createdAt: row.createdAt,
    nextAttemptAt: row.status === 'waiting' ? row.nextAttemptAt : null,
    finishedAt: row.finishedAt,
  }
}
