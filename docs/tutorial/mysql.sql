-- The web shop of the tutorial: six tables and a few rows, for MySQL 8 (or MariaDB).
--
-- Make the database and a user that may read it and follow its binary log, then load this file:
--
--   CREATE DATABASE shop;
--   CREATE USER tapstate IDENTIFIED BY 'choose a password';
--   GRANT SELECT, RELOAD, SHOW DATABASES, REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO tapstate;
--
--   mysql shop < docs/tutorial/mysql.sql

CREATE TABLE customers (
  id INT NOT NULL,
  email VARCHAR(160) NOT NULL,
  name VARCHAR(120) NOT NULL,
  phone VARCHAR(40),
  created_at DATETIME NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY customers_email (email)
);

CREATE TABLE addresses (
  id INT NOT NULL,
  customer_id INT NOT NULL,
  kind VARCHAR(16) NOT NULL,
  street VARCHAR(120) NOT NULL,
  city VARCHAR(80) NOT NULL,
  postcode VARCHAR(16) NOT NULL,
  country CHAR(2) NOT NULL,
  PRIMARY KEY (id),
  KEY addresses_customer (customer_id)
);

CREATE TABLE categories (
  id INT NOT NULL,
  parent_id INT,
  name VARCHAR(80) NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE products (
  id INT NOT NULL,
  category_id INT,
  sku VARCHAR(40) NOT NULL,
  name VARCHAR(160) NOT NULL,
  price DECIMAL(10,2) NOT NULL,
  active TINYINT(1) NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY products_sku (sku)
);

CREATE TABLE orders (
  id INT NOT NULL,
  number VARCHAR(20) NOT NULL,
  customer_id INT NOT NULL,
  address_id INT,
  status VARCHAR(16) NOT NULL,
  currency CHAR(3) NOT NULL,
  total DECIMAL(12,2) NOT NULL,
  placed_at DATETIME NOT NULL,
  internal_note TEXT,
  PRIMARY KEY (id),
  UNIQUE KEY orders_number (number)
);

CREATE TABLE order_items (
  order_id INT NOT NULL,
  line SMALLINT NOT NULL,
  product_id INT NOT NULL,
  quantity INT NOT NULL,
  unit_price DECIMAL(10,2) NOT NULL,
  discount DECIMAL(5,2),
  PRIMARY KEY (order_id, line)
);

INSERT INTO customers VALUES
  (1, 'alice@example.com', 'Alice Ashton', '+44 20 7946 0001', '2025-01-05 09:12:00'),
  (2, 'bob@example.com', 'Bob Berger', NULL, '2025-02-11 18:40:00'),
  (3, 'chiara@example.com', 'Chiara Conti', '+39 06 555 0103', '2025-03-02 07:55:00');

INSERT INTO addresses VALUES
  (1, 1, 'home', '12 Mill Lane', 'Leeds', 'LS1 4AP', 'GB'),
  (2, 1, 'office', '3 Dock Street', 'Leeds', 'LS10 1JF', 'GB'),
  (3, 2, 'home', 'Lindenweg 8', 'Bern', '3005', 'CH'),
  (4, 3, 'home', 'Via dei Fiori 21', 'Roma', '00153', 'IT');

INSERT INTO categories VALUES
  (1, NULL, 'Kitchen'),
  (2, 1, 'Coffee'),
  (3, 1, 'Knives');

INSERT INTO products VALUES
  (1, 2, 'COF-250', 'House blend, 250 g', 9.50, 1),
  (2, 2, 'COF-MILL', 'Hand mill', 64.00, 1),
  (3, 3, 'KNF-18', 'Cook''s knife, 18 cm', 89.90, 1),
  (4, NULL, 'GIFT', 'Gift wrapping', 3.00, 0);

INSERT INTO orders VALUES
  (1, 'A-1001', 1, 1, 'placed', 'GBP', 83.00, '2025-04-01 10:00:00', 'asked for a call before delivery'),
  (2, 'A-1002', 2, 3, 'sent', 'CHF', 89.90, '2025-04-02 12:30:00', NULL),
  (3, 'A-1003', 3, 4, 'placed', 'EUR', 19.00, '2025-04-03 08:15:00', NULL),
  (4, 'A-1004', 1, NULL, 'basket', 'GBP', 3.00, '2025-04-03 21:47:00', NULL);

INSERT INTO order_items VALUES
  (1, 1, 1, 2, 9.50, NULL),
  (1, 2, 2, 1, 64.00, NULL),
  (2, 1, 3, 1, 89.90, 0.00),
  (3, 1, 1, 2, 9.50, NULL),
  (4, 1, 4, 1, 3.00, NULL);
