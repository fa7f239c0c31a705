import { randomBytes } from 'node:crypto'
import { expectAccessible } from '../support/accessible.ts'
import { coldBucket, openBucket } from '../support/store.ts'
import { expect, test } from '../support/test.ts'

test.describe('an operator', () => {
  test.use({ role: 'operator' })

  test('audits the bucket of the cold disks, and finds what was left in it', async ({ page, nodes }) => {
    test.setTimeout(120_000)
    const [first] = nodes
    if (!first) throw new Error('There is no node.')
    const name = `in_bucket_${Date.now().toString(36)}`
    await first.run(
      `CREATE TABLE demo.${name} (n UInt64, t String) ENGINE = MergeTree ORDER BY n SETTINGS disk = 'cold_cache'`,
    )
    await first.run(`INSERT INTO demo.${name} SELECT number, toString(number) FROM numbers(10000)`)
    const [sample] = await first.ask<{ key: string }>(
      `SELECT remote_path AS key FROM system.remote_data_paths WHERE disk_name = 'cold' LIMIT 1`,
    )
    const prefix = (sample?.key ?? '').slice(0, -33)
    const bucket = openBucket(coldBucket)
    const orphan = `${prefix}orphans/${randomBytes(8).toString('hex')}.bak`
    await bucket.put(orphan, 'left behind')

    await test.step('the form knows the bucket of each disk', async () => {
      await page.goto('/clusters/demo/bucket')
      await page.getByRole('link', { name: 'Audit a bucket' }).first().click()
      const disks = page.getByRole('region', { name: 'S3 disks', exact: true })
      await expect(disks.getByRole('row').filter({ hasText: first.name })).toContainText(
        `${coldBucket} through Demo store`,
      )
      await expect(page.getByRole('textbox', { name: 'Prefixes' })).toHaveValue(new RegExp(prefix))
      await page.getByRole('textbox', { name: 'Grace age, hours' }).fill('x')
      await page.getByRole('button', { name: 'Start audit' }).click()
      await expect(page.getByText('Enter 0 to 8760 hours.')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('textbox', { name: 'Grace age, hours' }).fill('0')
    })

    await test.step('it completes and explains every object', async () => {
      await page.getByRole('button', { name: 'Start audit' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
      const account = page.getByRole('region', { name: 'Breakdown', exact: true })
      await expect(account.getByRole('status')).toHaveText(/^All [\d,]+ objects? explained\.$/)
      await expect(account).toContainText('Active parts')
      const tables = page.getByRole('region', { name: 'Tables', exact: true })
      await expect(
        tables.getByRole('row').filter({ hasText: name }).filter({ hasText: 'active parts' }),
      ).toContainText('equal')
      await expectAccessible(page)
    })

    await test.step('part by part', async () => {
      await page.getByRole('button', { name: `demo.${name}, active parts` }).click()
      const drawer = page.getByRole('dialog', { name: `demo.${name} in the bucket` })
      await expect(drawer.getByRole('row').filter({ hasText: 'all_1_1_0' })).toContainText(first.name)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
    })

    await test.step('from the part to its objects, and from an object back to the parts that need it', async () => {
      const audit = page.url()
      await page.goto(`/clusters/demo/tables/demo/${name}?tab=parts`)
      await page.getByRole('link', { name: 'all_1_1_0' }).click()
      const objects = page.getByRole('region', { name: 'Objects of the part', exact: true })
      await expect(objects.getByRole('status')).toContainText('10 objects')
      await expectAccessible(page)
      await objects.getByRole('row').filter({ hasText: 'checksums.txt' }).getByRole('link').click()
      const files = page.getByRole('region', { name: 'Files', exact: true })
      await expect(files.getByRole('row').filter({ hasText: 'checksums.txt' })).toContainText(first.name)
      await expect(page.getByRole('region', { name: 'Object', exact: true })).toContainText('by 1 file')
      await expectAccessible(page)
      await page.getByRole('textbox', { name: 'Key' }).fill(orphan)
      await page.getByRole('button', { name: 'Find', exact: true }).click()
      await expect(page.getByRole('region', { name: 'Object', exact: true })).toContainText(
        'by no node of the cluster',
      )
      await page.goto(audit)
    })

    await test.step('leftovers are reported, and nothing is missing', async () => {
      // Work of other journeys may be running, and keeps younger objects from being judged.
      await expect(page.getByRole('region', { name: 'Orphans', exact: true })).toBeVisible()
      await page.getByRole('tab', { name: /^Missing \(0\)/ }).click()
      await expect(page.getByRole('region', { name: 'Missing', exact: true })).toContainText(
        'No missing objects.',
      )
    })

    await bucket.remove(orphan)
    await first.run(`DROP TABLE demo.${name} SYNC`)
  })
})
