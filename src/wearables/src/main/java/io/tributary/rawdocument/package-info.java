/**
 * Documents as providers sent them, kept for teams that have switched it on: compressed, sealed,
 * one per source record; and told to brokers. Owns table raw_document; no address; events raw.*.
 */
package io.tributary.rawdocument;
