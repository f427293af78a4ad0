/**
 * The Fitbit cloud to build against: consent with proof keys, single-use refresh tokens, documents
 * in local time without a zone, subscribers with their check and signed notices.
 */
package io.tributary.simulators.fitbit;
