/**
 * Events: their types, envelope and the transactional outbox. Owns tables message and (inserting
 * only) delivery.
 */
package io.tributary.event;
