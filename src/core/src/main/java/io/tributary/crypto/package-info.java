/**
 * Envelope encryption of the secrets of teams and users (ADR 0093).
 *
 * <p>Each team and each user has a data key of its own (Tink AEAD). The master key, which is kept
 * outside of the database, wraps the keys of teams and of the installation; the key of a team wraps
 * those of its users. Deleting a data key makes all secrets of its owner unreadable. Owns the table
 * {@code data_key}.
 *
 * <p>Start with {@link Vault}.
 */
package io.tributary.crypto;
