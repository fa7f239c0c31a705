import { fileURLToPath } from 'node:url'
import { type ProductProcess, spawnProduct } from './product-process.ts'

const program = fileURLToPath(new URL('../../../../apps/worker/dist/main.mjs', import.meta.url))

/** Starts the worker program as it is built, and waits until it is ready for work. */
export function spawnWorker(env: Record<string, string>): Promise<ProductProcess> {
  return spawnProduct('worker', { args: [program], env }, (output) => output.includes('Worker ready'))
}
