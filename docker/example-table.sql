-- A replicated table of forty months on both shards, and a Distributed table over it.
CREATE DATABASE IF NOT EXISTS shop ON CLUSTER frostline;

CREATE TABLE IF NOT EXISTS shop.orders ON CLUSTER frostline
(
    ordered_at DateTime,
    order_id UInt64,
    customer_id UInt32,
    amount_cents UInt32
)
ENGINE = ReplicatedMergeTree
PARTITION BY toYYYYMM(ordered_at)
ORDER BY (customer_id, ordered_at)
SETTINGS storage_policy = 'tiered';

CREATE TABLE IF NOT EXISTS shop.all_orders ON CLUSTER frostline AS shop.orders
ENGINE = Distributed(frostline, shop, orders, cityHash64(customer_id));

INSERT INTO shop.all_orders
SELECT
    toDateTime('2023-01-01 00:00:00') + toIntervalHour(number % 29200),
    number,
    cityHash64(number) % 100000,
    rand() % 100000
FROM numbers(4000000)
SETTINGS distributed_foreground_insert = 1;
