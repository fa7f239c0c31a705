export { getExit, listExits, stageOf } from './get.ts'
export { contentsOf, type ObservedExit, observeExit } from './observe.ts'
export {
  cancelExit,
  goBackOnExit,
  pauseExit,
  resumeExit,
  retryExit,
  startExit,
} from './order.ts'
export { previewExit } from './preview.ts'
export { queueExitMoves } from './queue-moves.ts'
export { requestExit } from './request.ts'
export * from './schema.ts'
