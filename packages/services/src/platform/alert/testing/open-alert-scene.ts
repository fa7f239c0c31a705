import { startConsole, type TestConsole } from '../../reading/testing/start-console.ts'
import { createWebhook } from '../channels.ts'
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
  addWebhook(): ReturnType<typeof createWebhook>
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
      createWebhook(at.ctx, { name: 'hook', url: `http://127.0.0.1:${to.webPort}/alerts`, secret }),
    async reset() {
      to.reset()
      clockMs = Date.now()
      const { db } = at.ctx
      await db.alertDelivery.deleteMany()
      await db.alert.deleteMany()
      await db.alertChannel.deleteMany()
      await db.alertSilence.deleteMany()
      await db.alertRule.deleteMany()
      await db.diskSample.deleteMany()
      await db.alertTurn.deleteMany()
    },
    async stop() {
      to.stop()
      await at.stop()
    },
  }
}
