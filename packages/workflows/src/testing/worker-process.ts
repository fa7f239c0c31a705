import { fileURLToPath } from 'node:url'
import { type ProductProcess, spawnProduct } from './product-process.ts'

const program = fileURLToPath(new URL('../../../../apps/worker/src/main.ts', import.meta.url))

/** Starts the real worker program and waits until it is ready for work. */
export function spawnWorker(env: Record<string, string>): Promise<ProductProcess> {
  const args = ['--import', import.meta.resolve('tsx'), program]
  return spawnProduct('worker', { args, env }, (output) => output.includes('Worker ready'))
}
