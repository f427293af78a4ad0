package io.tributary.config;

import java.time.Duration;

/**
 * Limits of data pushes from clients, and lifetimes of the tokens of signed-in users.
 *
 * @param maxBodyBytes size limit of one push, compressed and uncompressed
 * @param maxSamples readings per push
 * @param maxRejected rejected records that a response lists; further ones are only counted
 * @param atOnce pushes that one verticle processes concurrently
 * @param accessTokenLife lifetime of a user's access token
 * @param refreshTokenLife lifetime of a user's sign-in, since its last use
 * @param batchLife how long the response to a push with a batch ID is stored
 * @param syncStateLife how long a client may use its sync state before it requests a new one
 */
public record PushConfig(
    int maxBodyBytes,
    int maxSamples,
    int maxRejected,
    int atOnce,
    Duration accessTokenLife,
    Duration refreshTokenLife,
    Duration batchLife,
    Duration syncStateLife) {
  public PushConfig {
    ConfigValidator.of("push")
        .range("max_body_bytes", maxBodyBytes, 1024, 1 << 28)
        .range("max_samples", maxSamples, 1, 1_000_000)
        .range("max_rejected", maxRejected, 0, 100_000)
        .range("at_once", atOnce, 1, 10_000)
        .atLeast("access_token_life", accessTokenLife, Duration.ofMillis(1))
        .atLeast("refresh_token_life", refreshTokenLife, Duration.ofMillis(1))
        .atLeast("batch_life", batchLife, Duration.ZERO)
        .atLeast("sync_state_life", syncStateLife, Duration.ofSeconds(1))
        .throwIfInvalid();
  }
}
