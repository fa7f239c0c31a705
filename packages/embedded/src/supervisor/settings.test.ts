import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

describe('readSettings', () => {
  test('starts everything when nothing is given, in .frostline of the checkout', () => {
    const settings = readSettings({}, '/checkout')
    expect(settings).toMatchObject({ dataDir: '/checkout/.frostline', openBrowser: true })
    expect([settings.port, settings.databaseUrl, settings.clickhouse, settings.objectStore]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('an empty variable counts as absent', () => {
    const settings = readSettings({ PORT: '', DATABASE_URL: '', CI: '', FROSTLINE_DATA_DIR: '' }, '/checkout')
    expect(settings).toEqual(readSettings({}, '/checkout'))
  })

  test('NO_OPEN and CI each keep the browser closed', () => {
    expect(readSettings({ NO_OPEN: '1' }, '/').openBrowser).toBe(false)
    expect(readSettings({ CI: 'true' }, '/').openBrowser).toBe(false)
  })

  test('reads given parts', () => {
    const settings = readSettings(
      {
        FROSTLINE_DATA_DIR: '/data',
        FROSTLINE_CLICKHOUSE_URLS: 'http://a:8123/, http://b:8123',
        FROSTLINE_CLICKHOUSE_REPLICAS: '2',
        FROSTLINE_PUBLIC_URL: 'https://frostline.example.com',
        FROSTLINE_S3_ENDPOINT: 'https://s3.example.com/',
      },
      '/checkout',
    )
    expect(settings.dataDir).toBe('/data')
    expect(settings.publicUrl).toBe('https://frostline.example.com')
    expect(settings.clickhouse).toMatchObject({
      urls: ['http://a:8123', 'http://b:8123'],
      replicasPerShard: 2,
    })
    expect(settings.objectStore).toMatchObject({ endpoint: 'https://s3.example.com', bucket: 'frostline' })
  })

  test('names every wrong variable and repeats no value', () => {
    const wrong = {
      PORT: '70000',
      DATABASE_URL: 'mysql://root:hunter22@x',
      FROSTLINE_S3_ENDPOINT: 'short',
      FROSTLINE_DEMO_WORK: 'never',
    }
    const read = () => readSettings(wrong, '/checkout')
    expect(read).toThrow(/PORT:[\s\S]*DATABASE_URL:[\s\S]*FROSTLINE_DEMO_WORK:[\s\S]*FROSTLINE_S3_ENDPOINT:/)
    expect(read).not.toThrow(/hunter22|short\b|never\b/)
  })
})
