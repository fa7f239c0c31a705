import { describe, expect, test } from 'vitest'
import { describeDemoToken, describeDemoWork, hasDemoWork } from './demo-work.ts'
import { readSettings } from './settings.ts'
import type { Engines } from './start-engines.ts'

const state = {
  installationId: 'of-a-test',
  ports: { web: 1, store: 2, control: 3 },
  storeKeys: { accessKeyId: 'key', secretAccessKey: 'secret' },
  controlToken: 'control',
  demoToken: 'fl_of_the_demo_operator',
  admin: { email: 'admin@example.invalid', password: null },
  announced: true,
}
const engines: Engines = { postgres: null, clickhouse: null, store: null }

describe('the demo operator', () => {
  test('works in an installation that is the demo as a whole', () => {
    const settings = readSettings({}, '/checkout')
    expect(hasDemoWork(settings)).toBe(true)
    const token = describeDemoToken(settings, state).FROSTLINE_SETUP_TOKEN
    expect(JSON.parse(token ?? '')).toEqual({
      ...{ name: 'Demo operator', role: 'admin', secret: state.demoToken },
    })
  })

  test.each([
    ['nodes of one’s own', { FROSTLINE_CLICKHOUSE_URLS: 'http://127.0.0.1:8123' }],
    ['a ledger of one’s own, which may know other clusters', { DATABASE_URL: 'postgres://u:p@db/frostline' }],
    ['a store of one’s own', { FROSTLINE_S3_ENDPOINT: 'https://s3.example.com' }],
    [
      'nodes and a store of one’s own, even if it is turned on',
      {
        FROSTLINE_CLICKHOUSE_URLS: 'http://127.0.0.1:8123',
        FROSTLINE_S3_ENDPOINT: 'https://s3.example.com',
        FROSTLINE_DEMO_WORK: 'on',
      },
    ],
    ['the demo of replicas', { FROSTLINE_DEMO: 'replicated' }],
    ['FROSTLINE_DEMO_WORK=off', { FROSTLINE_DEMO_WORK: 'off' }],
  ])('has neither a program nor a token with %s', (_, env) => {
    const settings = readSettings(env, '/checkout')
    expect(hasDemoWork(settings)).toBe(false)
    expect(describeDemoToken(settings, state)).toEqual({})
    expect(describeDemoWork(settings, state, engines, 'http://127.0.0.1:1')).toBe(null)
  })
})
