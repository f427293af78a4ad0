package io.tributary.config;

import java.time.Duration;

/**
 * Limits of data pushes from clients, and lifetimes of the tokens of signed-in users.
 *
 * @param maxBodyBytes size limit of one push, compressed and uncompressed
 * @param maxSamples readings per push
 * @param maxListedRejections rejected records that a response lists; further ones are only counted
 * @param concurrency pushes that one verticle processes concurrently
 * @param accessTokenTtl lifetime of a user's access token
 * @param refreshTokenTtl lifetime of a user's sign-in, since its last use
 * @param batchTtl how long the response to a push with a batch ID is stored
 * @param syncStateTtl how long a client may use its sync state before it requests a new one
 */
public record SdkConfig(
    int maxBodyBytes,
    int maxSamples,
    int maxListedRejections,
    int concurrency,
    Duration accessTokenTtl,
    Duration refreshTokenTtl,
    Duration batchTtl,
    Duration syncStateTtl) {
  public SdkConfig {
    ConfigValidator.of("sdk")
        .range("max_body_bytes", maxBodyBytes, 1024, 1 << 28)
        .range("max_samples", maxSamples, 1, 1_000_000)
        .range("max_listed_rejections", maxListedRejections, 0, 100_000)
        .range("concurrency", concurrency, 1, 10_000)
        .atLeast("access_token_ttl", accessTokenTtl, Duration.ofMillis(1))
        .atLeast("refresh_token_ttl", refreshTokenTtl, Duration.ofMillis(1))
        .atLeast("batch_ttl", batchTtl, Duration.ZERO)
        .atLeast("sync_state_ttl", syncStateTtl, Duration.ofSeconds(1))
        .throwIfInvalid();
  }
}
