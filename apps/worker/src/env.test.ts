import { expect, it } from 'vitest'
import { readWorkerEnv } from './env.ts'

const least = { NODE_ENV: 'test', DATABASE_URL: 'postgresql://u:hidden@127.0.0.1/f' } as const

it('needs only a database; an empty variable counts as unset', () => {
  const env = readWorkerEnv({ ...least, FROSTLINE_PUBLIC_URL: '', FROSTLINE_WORKER_ID: '' })
  expect(env).toMatchObject({ FROSTLINE_ALERT_INTERVAL_SECONDS: 60, FROSTLINE_CONFIG_ROOTS: [] })
  expect(env.FROSTLINE_PUBLIC_URL).toBe(undefined)
})

it('names what is wrong, without values', () => {
  const wrong = { ...least, DATABASE_URL: 'mysql://u:hidden@h/f', FROSTLINE_PUBLIC_URL: 'ftp://hidden' }
  expect(() => readWorkerEnv(wrong)).toThrow(/DATABASE_URL:[\s\S]*FROSTLINE_PUBLIC_URL:/)
  expect(() => readWorkerEnv(wrong)).not.toThrow(/hidden/)
})
