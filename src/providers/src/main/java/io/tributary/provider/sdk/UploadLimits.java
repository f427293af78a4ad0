package io.tributary.provider.sdk;

/**
 * What one push may hold.
 *
 * @param samples readings
 * @param rejected refused records that the reply names
 */
public record UploadLimits(int samples, int rejected) {}
