import type { AlertChannelType } from '@frostline/db'
import type { z } from 'zod'
import { emailConfig, webhookConfig } from '../schema.ts'

export type ChannelConfig =
  | { type: 'webhook'; config: z.infer<typeof webhookConfig> }
  | { type: 'email'; config: z.infer<typeof emailConfig> }

export function readChannelConfig(row: { type: AlertChannelType; config: unknown }): ChannelConfig {
  return row.type === 'webhook'
    ? { type: 'webhook', config: webhookConfig.parse(row.config) }
    : { type: 'email', config: emailConfig.parse(row.config) }
}
