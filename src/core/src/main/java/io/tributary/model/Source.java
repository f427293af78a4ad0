package io.tributary.model;

import java.util.Objects;
import java.util.UUID;

/**
 * Origin of a data point. All components except provider and type may be null, as in the API.
 *
 * @param provider slug of the provider or lab
 * @param type kind of device or origin
 * @param appId the app on the phone that wrote the data; summaries only
 * @param deviceId this service's ID of the device, once resolved
 * @param sport sport slug; for samples that belong to a workout, and for the distance of wheelchair
 *     users
 * @param workoutId this service's ID of the workout; only for samples that belong to a workout
 */
public record Source(
    String provider, SourceType type, String appId, UUID deviceId, String sport, UUID workoutId) {
  public Source {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(type, "type");
    if (provider.isBlank()) {
      throw new IllegalArgumentException("provider is blank");
    }
  }

  /** Creates a source of which only provider and type are known. */
  public static Source of(String provider, SourceType type) {
    return new Source(provider, type, null, null, null, null);
  }

  public Source withAppId(String id) {
    return new Source(provider, type, id, deviceId, sport, workoutId);
  }

  public Source withDevice(UUID id) {
    return new Source(provider, type, appId, id, sport, workoutId);
  }

  /** Returns the same source, bound to a workout. */
  public Source withWorkout(UUID id, String sportSlug) {
    return new Source(provider, type, appId, deviceId, sportSlug, id);
  }
}
