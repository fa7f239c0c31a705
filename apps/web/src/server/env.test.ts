import { expect, it } from 'vitest'
import { readWebEnv } from './env.ts'

const least = { NODE_ENV: 'test', DATABASE_URL: 'postgresql://u:hidden@127.0.0.1/f' } as const

it('needs only a database', () => {
  expect(readWebEnv({ ...least, FROSTLINE_PUBLIC_URL: '' })).toMatchObject({
    publicUrl: 'http://localhost:3000',
    trustedOrigins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
    trustedProxies: [],
    logLevel: 'info',
  })
})

it('accepts comma-separated origins and proxies', () => {
  const env = readWebEnv({
    ...least,
    PORT: '4100',
    FROSTLINE_PUBLIC_URL: 'https://frostline.example.com',
    FROSTLINE_TRUSTED_ORIGINS: 'https://a.example.com/, http://b:8080',
    FROSTLINE_TRUSTED_PROXIES: '10.0.0.0/8,::1',
  })
  expect(env.trustedOrigins).toEqual([
    'http://localhost:4100',
    'http://127.0.0.1:4100',
    'https://a.example.com',
    'http://b:8080',
  ])
  expect(env.trustedProxies).toEqual(['10.0.0.0/8', '::1'])
})

it('names what is wrong, without values', () => {
  const wrong = {
    ...least,
    DATABASE_URL: 'mysql://u:hidden@h/f',
    PORT: 'x',
    FROSTLINE_PUBLIC_URL: 'ftp://hidden',
    FROSTLINE_TRUSTED_PROXIES: '10.0.0.0/99',
  }
  expect(() => readWebEnv(wrong)).toThrow(
    /DATABASE_URL:[\s\S]*FROSTLINE_PUBLIC_URL:[\s\S]*FROSTLINE_TRUSTED_PROXIES:[\s\S]*PORT:/,
  )
  expect(() => readWebEnv(wrong)).not.toThrow(/hidden/)
})
