import { fileURLToPath } from 'node:url'
import { type ProductProcess, spawnProduct } from './product-process.ts'

const program = fileURLToPath(new URL('../../../../apps/worker/dist/main.mjs', import.meta.url))

/** Starts the built worker program, and waits until it is ready. */
export function spawnWorker(env: Record<string, string>): Promise<ProductProcess> {
  return spawnProduct('worker', { args: [program], env }, (output) => output.includes('Worker ready'))
}
