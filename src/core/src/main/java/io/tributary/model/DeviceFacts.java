package io.tributary.model;

import java.util.Objects;

/**
 * A device as its provider describes it. Optional fields are null when unknown.
 *
 * @param type what kind of thing it is
 * @param manufacturer name
 * @param model name
 * @param version firmware or software
 * @param deviceId the provider's id of the device
 */
public record DeviceFacts(
    String provider,
    SourceType type,
    String appId,
    String manufacturer,
    String model,
    String version,
    String deviceId) {
  public DeviceFacts {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(type, "type");
  }
}
