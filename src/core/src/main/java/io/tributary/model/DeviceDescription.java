package io.tributary.model;

import java.util.Objects;

/**
 * Device as described by its provider. Optional fields are null if unknown.
 *
 * @param type kind of device
 * @param version firmware or software version
 * @param deviceId the provider's ID of the device
 */
public record DeviceDescription(
    String provider,
    SourceType type,
    String appId,
    String manufacturer,
    String model,
    String version,
    String deviceId) {
  public DeviceDescription {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(type, "type");
  }
}
