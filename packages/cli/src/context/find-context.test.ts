import { describe, expect, it } from 'vitest'
import type { ContextFile } from './context-file.ts'
import { findContext, isPlain, readUrl } from './find-context.ts'

const file: ContextFile = {
  current: 'prod',
  contexts: {
    prod: { url: 'https://prod.test', token: 'fl_prod' },
    staging: { url: 'https://staging.test', token: 'fl_staging' },
  },
}
const find = (env: Record<string, string>, wanted?: string, contexts = file) =>
  findContext(env, wanted, () => contexts)

describe('findContext', () => {
  it('takes the option, then the environment, then the current context', () => {
    const env = { FROSTLINE_URL: 'https://ci.test/', FROSTLINE_TOKEN: 'fl_ci' }
    expect(find(env, 'staging').token).toBe('fl_staging')
    expect(find(env)).toEqual({ url: 'https://ci.test', token: 'fl_ci' })
    expect(find({ FROSTLINE_CONTEXT: 'staging' }).token).toBe('fl_staging')
    expect(find({}).token).toBe('fl_prod')
  })
  it('never sends a saved token to an address from the environment', () => {
    expect(() => find({ FROSTLINE_URL: 'https://other.test' })).toThrow('FROSTLINE_TOKEN is not set')
    expect(() => find({ FROSTLINE_TOKEN: 'fl_ci' })).toThrow('FROSTLINE_URL is not set')
  })
  it('says what to do without a context', () => {
    expect(() => find({}, 'nothing')).toThrow('There is no context nothing.')
    expect(() => find({}, undefined, { ...file, current: null })).toThrow('No context is chosen.')
    const none = () => find({}, undefined, { current: null, contexts: {} })
    expect(none).toThrow(
      expect.objectContaining({ exit: 'refused', hint: expect.stringContaining('frostline login') }),
    )
  })
})

describe('readUrl', () => {
  it.each([
    ['frostline.example.com', 'https://frostline.example.com'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1:3000/', 'http://127.0.0.1:3000'],
    ['https://example.com/frostline/', 'https://example.com/frostline'],
  ])('reads %s as %s', (given, url) => {
    expect(readUrl(given)).toBe(url)
  })
  it.each(['', 'ftp://example.com', 'https://me:secret@example.com', 'https://'])('rejects "%s"', (given) => {
    expect(() => readUrl(given)).toThrow()
  })
  it('knows which addresses are not encrypted', () => {
    expect(['http://example.com', 'http://localhost:3000', 'https://example.com'].map(isPlain)).toEqual([
      true,
      false,
      false,
    ])
  })
})
