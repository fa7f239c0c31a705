import { expectFitsAndAccessible } from '../support/accessible.ts'
import { areas, openScreen, prepareScreens } from '../support/screens.ts'
import { test } from '../support/test.ts'
import { listHotPartitions } from '../support/trips.ts'

test.use({ role: 'admin' })

let prepared: Awaited<ReturnType<typeof prepareScreens>>
test.beforeAll(async ({ nodes }) => {
  const [hot = ''] = await listHotPartitions(nodes)
  prepared = await prepareScreens(hot)
})
test.afterAll(() => prepared.clear())

for (const area of areas)
  test(`every page of ${area} fits a narrow dark and a wide light screen and is accessible`, async ({
    page,
  }) => {
    test.setTimeout(300_000)
    for (const { path, heading } of prepared.screens[area]) {
      await test.step(path, () => expectFitsAndAccessible(page, () => openScreen(page, path, heading)))
    }
  })
