import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFormerSchema } from './testing/former-schema.ts'

const migration = '20261123005500_tokens_of_people'
let schema: Awaited<ReturnType<typeof openFormerSchema>>

beforeAll(async () => {
  schema = await openFormerSchema(migration)
})
afterAll(() => schema?.close())

async function addToken(id: string, made: { by: string | null; token?: string; revoked?: boolean }) {
  await schema.client.query(
    `INSERT INTO api_token (id, name, role, prefix, "tokenHash", "createdById", "revokedAt")
     VALUES ($1, $1, 'admin', 'x', $1, $2, CASE WHEN $3 THEN now() END)`,
    [id, made.by, made.revoked ?? false],
  )
  if (made.token !== undefined)
    await schema.client.query(
      `INSERT INTO audit_entry (id, "actorType", "actorId", "actorName", action, "objectType", "objectId", "objectName", statements, details, outcome)
       VALUES ($1, 'token', $2, 'x', 'token.create', 'token', $3, 'x', '[]', '{}', 'succeeded')`,
      [`made ${id}`, made.token, id],
    )
}

it('links every existing token to its person, and ends those that outlived theirs', async () => {
  await schema.client.query(
    `INSERT INTO "user" (id, email, name, role, "disabledAt", "createdAt", "updatedAt") VALUES
       ('gone', 'gone@x', 'x', 'admin', now(), '2020-01-01', now()), ('root', 'root@x', 'x', 'admin', NULL, '2021-01-01', now()),
       ('ann', 'ann@x', 'x', 'admin', NULL, '2022-01-01', now()), ('bob', 'bob@x', 'x', 'operator', NULL, '2022-01-01', now())`,
  )
  await addToken('of ann', { by: 'ann' })
  await addToken('second of ann', { by: null, token: 'of ann' })
  await addToken('third of ann', { by: null, token: 'second of ann' })
  await addToken('set-up', { by: null })
  await addToken('of set-up', { by: null, token: 'set-up' })
  await addToken('of gone', { by: 'gone', revoked: true })
  await addToken('second of gone', { by: null, token: 'of gone' })
  await addToken('third of gone', { by: null, token: 'second of gone' })
  await addToken('of bob as admin', { by: 'bob', revoked: true })
  await addToken('second of bob', { by: null, token: 'of bob as admin' })
  await addToken('revoked of ann', { by: 'ann', revoked: true })
  await addToken('second of revoked', { by: null, token: 'revoked of ann' })
  await addToken('of a person who was removed', { by: 'nobody' })
  await addToken('second of that', { by: null, token: 'of a person who was removed' })
  expect(await schema.applyRest()).toContain(migration)
  const { rows } = await schema.client.query(
    `SELECT id, "createdById" AS person, "revokedAt" IS NULL AS works FROM api_token ORDER BY id`,
  )
  expect(Object.fromEntries(rows.map(({ id, person, works }) => [id, `${person} ${works}`]))).toEqual({
    'of ann': 'ann true',
    'second of ann': 'ann true',
    'third of ann': 'ann true',
    'set-up': 'root true',
    'of set-up': 'root true',
    'of gone': 'gone false',
    'second of gone': 'gone false',
    'third of gone': 'gone false',
    'of bob as admin': 'bob false',
    'second of bob': 'bob false',
    'revoked of ann': 'ann false',
    'second of revoked': 'ann false',
  })
})
