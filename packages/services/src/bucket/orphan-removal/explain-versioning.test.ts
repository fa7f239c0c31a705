import { expect, test } from 'vitest'
import { explainVersioning } from './read-removals.ts'

test('warns only for a bucket that keeps deleted objects, or does not say', () => {
  const ok = (versioning: 'never' | 'enabled' | 'suspended') =>
    explainVersioning('cold', { kind: 'ok', versioning })
  expect(ok('never')).toBeNull()
  expect(ok('suspended')).toBeNull()
  expect(ok('enabled')).toMatch(/^cold has versioning\. .* are still charged/)
  const denied = { kind: 'denied', code: 'AccessDenied', message: 'Access Denied.' } as const
  expect(explainVersioning('cold', denied)).toMatch(
    /could not be read: Access Denied\. .*GetBucketVersioning/,
  )
})
