import { expect, it } from 'vitest'
import { copyableSql } from '../sql/copyable-sql.ts'
import { s3Arguments } from './s3-arguments.ts'

const access = { kind: 'keys', accessKeyId: 'id', secretAccessKey: 'sesame' } as const
const object = { url: 'http://store/bucket/a.csv', format: 'CSV' }

it('binds the keys under unpredictable names, and hides them for display', () => {
  const [one, other] = [s3Arguments(access, object), s3Arguments(access, object)]
  const nameOf = ({ params }: typeof one) => Object.keys(params).find((name) => params[name] === 'sesame')
  expect(nameOf(one)).toMatch(/^s3_secret_[0-9a-f]{16}$/)
  expect(nameOf(one)).not.toBe(nameOf(other))
  expect(one.sql).toContain(`{${nameOf(one)}: String}`)
  expect(copyableSql(`SELECT * FROM s3(${one.sql})`, one.shown)).toBe(
    "SELECT * FROM s3('http://store/bucket/a.csv', '[HIDDEN]', '[HIDDEN]', 'CSV', 'auto', 'auto')",
  )
})
