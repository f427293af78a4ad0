package io.tributary.provider.sdk;

/**
 * Limits of one upload.
 *
 * @param samples maximum number of readings
 * @param rejected maximum number of rejected records that the reply lists
 */
public record UploadLimits(int samples, int rejected) {}
