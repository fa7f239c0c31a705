import { expect, it } from 'vitest'
import { whyNoChaosOnReplicas } from './replicated-lab.mjs'

it.each([
  ['no lab is named', {}, 'set FROSTLINE_REPLICATED_LAB to the folder with lab.mjs'],
  [
    'a cluster is given instead',
    { FROSTLINE_TEST_REPLICATED_URLS: 'http://a:8123' },
    'nodes of FROSTLINE_TEST_REPLICATED_URLS are never killed',
  ],
  [
    'the folder has no lab',
    { FROSTLINE_REPLICATED_LAB: '/nowhere', FROSTLINE_TEST_REPLICATED_URLS: 'http://a:8123' },
    'FROSTLINE_REPLICATED_LAB names /nowhere, which has no lab.mjs',
  ],
])('chaos on replicas reports what it lacks where %s', (_, env, text) => {
  expect(whyNoChaosOnReplicas(env)).toContain(text)
})
