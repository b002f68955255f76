-- version-1.sql: a store as schema 1 had it.
-- SPDX-License-Identifier: MIT
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  tags TEXT NOT NULL DEFAULT '',
  starred INTEGER NOT NULL DEFAULT 0,
  deleted INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL,
  started INTEGER NOT NULL,
  ended INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  elapsed REAL DEFAULT 0,
  iteration INTEGER NOT NULL DEFAULT 0,
  epoch REAL DEFAULT 0,
  dataset TEXT NOT NULL DEFAULT '',
  optimizer TEXT NOT NULL DEFAULT '',
  device TEXT NOT NULL DEFAULT '',
  seed INTEGER NOT NULL DEFAULT 0,
  n_links INTEGER NOT NULL DEFAULT 0,
  n_params INTEGER NOT NULL DEFAULT 0,
  parent TEXT,
  engine TEXT NOT NULL DEFAULT '',
  message TEXT,
  metric_name TEXT,
  best_metric REAL,
  last_metric REAL,
  loss_name TEXT,
  best_loss REAL,
  last_loss REAL);
CREATE INDEX runs_active ON runs (uuid) WHERE state IN ('running', 'paused');
CREATE TABLE documents (
  run INTEGER PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
  text TEXT NOT NULL);
CREATE TABLE series (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  key TEXT NOT NULL,
  UNIQUE (run, key));
CREATE TABLE chunks (
  series INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
  start INTEGER NOT NULL,
  n INTEGER NOT NULL,
  first_iteration INTEGER NOT NULL,
  last_iteration INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (series, start));
CREATE TABLE log (
  run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  entry INTEGER NOT NULL,
  position INTEGER NOT NULL,
  iteration INTEGER NOT NULL,
  key TEXT NOT NULL,
  value REAL,
  PRIMARY KEY (run, entry, position)) WITHOUT ROWID;
CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  time INTEGER NOT NULL,
  iteration INTEGER NOT NULL,
  epoch REAL,
  elapsed REAL,
  what TEXT NOT NULL,
  text TEXT NOT NULL);
CREATE INDEX events_of_run ON events (run);
CREATE TABLE artifacts (
  run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  path TEXT NOT NULL,
  kind TEXT NOT NULL,
  iteration INTEGER NOT NULL,
  time INTEGER NOT NULL,
  PRIMARY KEY (run, path)) WITHOUT ROWID;
INSERT INTO runs (id, uuid, name, note, state, started, ended) VALUES (1, '11111111-0000-4000-8000-000000000001', 'First', 'from version 1', 'finished', 5, 6);
INSERT INTO runs (id, uuid, name, state, started) VALUES (2, '11111111-0000-4000-8000-000000000002', 'Second', 'running', 7);
INSERT INTO documents VALUES (1, '{"format": 1}');
INSERT INTO series VALUES (1, 1, 'main/loss');
INSERT INTO series VALUES (2, 1, 'validation_1/main/accuracy');
INSERT INTO series VALUES (3, 1, 'main/predictor/loss');
INSERT INTO series VALUES (4, 1, 'lr');
INSERT INTO chunks VALUES (1, 0, 2, 1, 2, x'000000000000f03f000000000000e03f020290a10f90a10f80808080808080e07f8080808080808010');
PRAGMA user_version = 1;
