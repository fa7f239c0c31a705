import { startConsole, type TestConsole } from '../../reading/testing/start-console.ts'
import type { ChannelSettingsInput } from '../channel-schema.ts'
import { createChannel } from '../channels.ts'
import { sendDueDeliveries } from '../deliver/send-due.ts'
import { type Receivers, startReceivers } from './start-receivers.ts'

export const secret = 'a signing secret of some length'

/** A cluster, a test clock, and receivers of alert messages. */
export interface AlertScene {
  at: TestConsole
  to: Receivers
  later(seconds: number): void
  nowMs(): number
  /** Sends what is due. */
  send(): Promise<unknown>
  addWebhook(): ReturnType<typeof createChannel>
  /** A channel of each type, whose messages the web server gets. */
  addChannel(type: ChannelSettingsInput['type']): ReturnType<typeof createChannel>
  /** Resets the clock and deletes all alerts. */
  reset(): Promise<void>
  stop(): Promise<void>
}

export async function openAlertScene(shards: number): Promise<AlertScene> {
  let clockMs = Date.now()
  const [at, to] = await Promise.all([startConsole({ shards, embeddedOnly: true }), startReceivers()])
  at.ctx.now = () => new Date(clockMs)
  return {
    at,
    to,
    later: (seconds) => {
      clockMs += seconds * 1000
    },
    nowMs: () => clockMs,
    send: () =>
      sendDueDeliveries(at.ctx, {
        ...{ allowLoopback: true, timeoutMs: 5000 },
        publicUrl: 'https://frostline.example.com/console/',
      }),
    addWebhook: () =>
      createChannel(at.ctx, {
        name: 'hook',
        settings: { type: 'webhook', url: `http://127.0.0.1:${to.webPort}/alerts`, secret },
      }),
    addChannel: (type) => createChannel(at.ctx, { name: type, settings: settingsFor(type, to) }),
    async reset() {
      to.reset()
      clockMs = Date.now()
      const { db } = at.ctx
      await db.alertDelivery.deleteMany()
      await db.alert.deleteMany()
      await db.alertChannel.deleteMany()
      await db.alertRoute.deleteMany({ where: { isDefault: false } })
      await db.alertRoute.updateMany({ data: { everyChannel: true, channelIds: [] } })
      await db.maintenanceWindow.deleteMany()
      await db.alertSilence.deleteMany()
      await db.alertRule.deleteMany()
      await db.diskSample.deleteMany()
      await db.storeErrorSample.deleteMany()
      await db.alertTurn.deleteMany()
    },
    async stop() {
      to.stop()
      await at.stop()
    },
  }
}

/** Secrets of the test receivers: a token in the path, or a key. */
export const secrets = {
  path: '/services/T000/B000/a-token-in-a-path',
  key: 'a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5',
} as const

function settingsFor(type: ChannelSettingsInput['type'], to: Receivers): ChannelSettingsInput {
  const baseUrl = `http://127.0.0.1:${to.webPort}`
  switch (type) {
    case 'webhook':
      return { type, url: `${baseUrl}/alerts`, secret }
    case 'email':
      return {
        ...{ type, host: '127.0.0.1', port: to.mailPort, tls: 'none', username: '', secret: '' },
        ...{ from: 'frostline@example.com', to: ['ops@example.com'] },
      }
    case 'slack':
    case 'teams':
      return { type, secret: `${baseUrl}${secrets.path}` }
    case 'pagerduty':
    case 'opsgenie':
      return { type, baseUrl, secret: secrets.key }
  }
}
