-- What happens to an order after it was placed: three tables and a few rows, for PostgreSQL 14 or newer.
--
-- The server needs wal_level=logical. Make the database and a user that may read it and follow its log, then load this file:
--
--   CREATE ROLE tapstate LOGIN REPLICATION PASSWORD 'choose a password';
--   CREATE DATABASE operations OWNER tapstate;
--
--   psql operations tapstate < docs/tutorial/postgres.sql

CREATE TABLE payments (
  id BIGINT NOT NULL PRIMARY KEY,
  order_id BIGINT NOT NULL,
  method TEXT NOT NULL,
  amount NUMERIC(12,2) NOT NULL,
  state TEXT NOT NULL,
  paid_at TIMESTAMP WITH TIME ZONE
);

CREATE TABLE shipments (
  id BIGINT NOT NULL PRIMARY KEY,
  order_id BIGINT NOT NULL,
  carrier TEXT NOT NULL,
  tracking TEXT,
  state TEXT NOT NULL,
  shipped_at TIMESTAMP WITH TIME ZONE,
  delivered_at TIMESTAMP WITH TIME ZONE
);

-- The log then carries the whole old row of a shipment; that of the other tables carries its key only. The plan shows the difference.
ALTER TABLE shipments REPLICA IDENTITY FULL;

CREATE TABLE reviews (
  order_id BIGINT NOT NULL,
  product_id BIGINT NOT NULL,
  stars INTEGER NOT NULL,
  title TEXT,
  body TEXT,
  written_at TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (order_id, product_id)
);

INSERT INTO payments VALUES
  (1, 1, 'card', 83.00, 'settled', '2025-04-01 10:01:12+00'),
  (2, 2, 'card', 80.00, 'refused', NULL),
  (3, 2, 'invoice', 89.90, 'settled', '2025-04-02 12:34:56+00'),
  (4, 3, 'card', 19.00, 'settled', '2025-04-03 08:16:40+00');

INSERT INTO shipments VALUES
  (1, 1, 'dhl', 'D-778', 'in_transit', '2025-04-02 06:00:00+00', NULL),
  (2, 2, 'ups', 'U-912', 'delivered', '2025-04-02 16:00:00+00', '2025-04-05 11:30:00+00');

INSERT INTO reviews VALUES
  (2, 3, 5, 'Sharp', 'Cuts tomatoes by looking at them.', '2025-04-09 19:20:00+00');
