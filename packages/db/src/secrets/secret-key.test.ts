import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSecretKey, parseSecretKey, SecretKeyError } from './secret-key.ts'

describe('parseSecretKey', () => {
  it('reads the same key from base64, base64url and hex', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const raw = Buffer.from(bytes)
        const keys = [raw.toString('base64'), raw.toString('base64url'), ` ${raw.toString('hex')}\n`].map(
          (text) => parseSecretKey(text, 'test'),
        )
        for (const key of keys) {
          expect(Buffer.from(key.bytes).equals(raw)).toBe(true)
          expect(key.id).toBe(keys[0]?.id)
        }
      }),
    )
  })

  it('rejects any other length and never repeats the text', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 4, maxLength: 64 }).filter((bytes) => bytes.length !== 32),
        (bytes) => {
          const text = Buffer.from(bytes).toString('base64')
          expect(() => parseSecretKey(text, 'FROSTLINE_SECRET_KEY')).toThrow(SecretKeyError)
          expect(() => parseSecretKey(text, 'FROSTLINE_SECRET_KEY')).not.toThrow(text)
        },
      ),
    )
  })
})

describe('loadSecretKey', () => {
  const text = randomBytes(32).toString('base64')
  let folder = ''
  let file = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'secret-key-'))
    file = join(folder, 'key')
    await writeFile(file, `${text}\n`, { mode: 0o600 })
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('reads a file that only its owner can read', async () => {
    await chmod(file, 0o600)
    expect((await loadSecretKey({ file })).id).toBe(parseSecretKey(text, 'test').id)
  })

  it.each([0o640, 0o604, 0o644, 0o660, 0o610])('rejects a file of mode %o', async (mode) => {
    await chmod(file, mode)
    await expect(loadSecretKey({ file })).rejects.toThrow(/chmod 600/)
  })

  it('rejects none, both, and a missing file', async () => {
    await expect(loadSecretKey({})).rejects.toThrow(/openssl rand/)
    await expect(loadSecretKey({ value: text, file })).rejects.toThrow(/both set/)
    await expect(loadSecretKey({ file: join(folder, 'none') })).rejects.toThrow(/cannot be read/)
  })
})
