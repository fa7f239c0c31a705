-- CreateTable
CREATE TABLE "price_book" (
    "clusterId" TEXT NOT NULL,
    "prices" JSONB NOT NULL,
    "setBy" TEXT NOT NULL,
    "setAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "price_book_pkey" PRIMARY KEY ("clusterId")
);

-- AddForeignKey
ALTER TABLE "price_book" ADD CONSTRAINT "price_book_clusterId_fkey" FOREIGN KEY ("clusterId") REFERENCES "cluster"("id") ON DELETE CASCADE ON UPDATE CASCADE;
