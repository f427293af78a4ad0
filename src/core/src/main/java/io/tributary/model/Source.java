package io.tributary.model;

import java.util.Objects;
import java.util.UUID;

/**
 * Where a datum comes from. A wire-shaped record: everything but provider and type may be null.
 *
 * @param provider slug of the provider or lab
 * @param type what measured
 * @param appId the writing app on a phone; summaries only
 * @param deviceId our id of the device, once resolved
 * @param sport sport slug: workout-bound samples, and distance of wheelchair users
 * @param workoutId our id of the workout: workout-bound samples only
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

  /** A source of which only provider and type are known. */
  public static Source of(String provider, SourceType type) {
    return new Source(provider, type, null, null, null, null);
  }

  public Source withAppId(String id) {
    return new Source(provider, type, id, deviceId, sport, workoutId);
  }

  public Source withDevice(UUID id) {
    return new Source(provider, type, appId, id, sport, workoutId);
  }

  /** The same source, bound to a workout. */
  public Source withWorkout(UUID id, String sportSlug) {
    return new Source(provider, type, appId, deviceId, sportSlug, id);
  }
}
