package io.tributary.config;

import java.time.Duration;

/**
 * What clients push, and the tokens of signed-in users.
 *
 * @param maxBodyBytes of one push, compressed and not
 * @param maxSamples readings of one push
 * @param maxRejected refused records that a reply names; more are only counted
 * @param atOnce pushes that one verticle works on together
 * @param accessTokenLife of a user's access token
 * @param refreshTokenLife of a user's sign-in, counted from its last use
 * @param batchLife how long the reply to a named batch is kept
 * @param syncStateLife after which a client asks again what it should read
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
        .done();
  }
}
