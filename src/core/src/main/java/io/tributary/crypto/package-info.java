/**
 * Secrets of teams and users, each under a key of its own: Tink's AEAD, keys wrapped by the master
 * key (ADR 0093).
 */
package io.tributary.crypto;
