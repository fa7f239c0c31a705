-- DropForeignKey
ALTER TABLE "storage_rollout" DROP CONSTRAINT "storage_rollout_clusterId_fkey";

-- DropForeignKey
ALTER TABLE "storage_rollout" DROP CONSTRAINT "storage_rollout_proposalId_fkey";

-- DropForeignKey
ALTER TABLE "storage_rollout_step" DROP CONSTRAINT "storage_rollout_step_rolloutId_fkey";

-- AddForeignKey
ALTER TABLE "storage_rollout" ADD CONSTRAINT "storage_rollout_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storage_rollout" ADD CONSTRAINT "storage_rollout_proposalId_fkey" FOREIGN KEY ("proposalId") REFERENCES "storage_proposal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storage_rollout_step" ADD CONSTRAINT "storage_rollout_step_rolloutId_fkey" FOREIGN KEY ("rolloutId") REFERENCES "storage_rollout"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
