// The order of test files. A fresh checkout knows no durations, and vitest then takes large files first: the longest
// one would start last and run alone at the end. These start first, the longest at the top; the rest follow in vitest's
// order.
import { BaseSequencer } from 'vitest/node'

export const longest = [
  'packages/workflows/src/zero-copy-exit/crash.replicated.test.ts',
  'packages/workflows/src/load-job/lost-replica.replicated.test.ts',
  'packages/workflows/src/zero-copy-exit/zero-copy-exit.replicated.test.ts',
  'packages/workflows/src/tier-migration/shared-disk.replicated.test.ts',
  'packages/workflows/src/change-set/storage.integration.test.ts',
  'packages/embedded/src/demo/work/demo-work.integration.test.ts',
  'packages/workflows/src/testing/incidents/incidents.integration.test.ts',
  'packages/cli/src/cli.integration.test.ts',
  'packages/workflows/src/storage-rollout/storage-rollout.integration.test.ts',
  'packages/workflows/src/tier-migration/faults.integration.test.ts',
  'packages/workflows/src/benchmark/replay/replay.integration.test.ts',
  'packages/workflows/src/orphan-removal/crashes.integration.test.ts',
  'packages/workflows/src/restore-removal/removal.integration.test.ts',
  'packages/api/src/scopes.integration.test.ts',
  'packages/workflows/src/tier-migration/progress.integration.test.ts',
  'packages/workflows/src/data-generation/generation.integration.test.ts',
  'packages/workflows/src/tier-migration/deep-check.integration.test.ts',
  'packages/workflows/src/benchmark/conformance.integration.test.ts',
  'packages/services/src/platform/start-up/start-up.integration.test.ts',
  'packages/services/src/placement/move-explain/move-explain.integration.test.ts',
  'packages/workflows/src/load-job/crashes.integration.test.ts',
  'packages/services/src/identity/auth/second-factor.integration.test.ts',
  'packages/workflows/src/tier-schedule/schedules.integration.test.ts',
  'packages/workflows/src/orphan-removal/kills.integration.test.ts',
  'packages/workflows/src/archive/storage-class.integration.test.ts',
  'packages/services/src/placement/ttl/dry-run.integration.test.ts',
  'packages/embedded/src/supervisor/end-with-starter.integration.test.ts',
  'packages/embedded/src/image/images.integration.test.ts',
  'packages/workflows/src/benchmark/disk.integration.test.ts',
  'packages/workflows/src/tier-migration/controls.integration.test.ts',
  'packages/embedded/src/supervisor/start-supervisor.integration.test.ts',
  'packages/workflows/src/orphan-removal/removal.integration.test.ts',
  'packages/workflows/src/tier-migration/chaos.integration.test.ts',
  'packages/workflows/src/load-job/chaos.integration.test.ts',
]

export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const rank = ({ moduleId }) => {
      const at = longest.findIndex((file) => moduleId.endsWith(`/${file}`))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
